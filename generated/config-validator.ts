// @ts-nocheck
// Generated from server/config/config.schema.json and the contract by `npm run generate`. Do not edit.

var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var check = validate20;
var schema31 = { "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://account-access.example/schemas/config.json", "title": "Configuration of the service", "description": "The file for `account-access serve --config`, as YAML or JSON. Flags and environment variables override it, and missing fields have their defaults. `serve --print-config` prints the whole configuration.", "type": "object", "additionalProperties": false, "properties": { "host": { "description": "Address to listen on.", "type": "string", "minLength": 1 }, "port": { "description": "Port to listen on; 0 for any free port.", "type": "integer", "minimum": 0, "maximum": 65535 }, "database": { "description": "Path of an SQLite file, or URL of a PostgreSQL database.", "type": "string", "minLength": 1 }, "databaseConnections": { "description": "Maximum number of connections to PostgreSQL.", "type": "integer", "minimum": 2, "maximum": 9999 }, "secrets": { "description": "File with the keys that secrets are encrypted with.", "type": "string", "minLength": 1 }, "tokenLifetimeMs": { "description": "Lifetime of an access token.", "type": "integer", "minimum": 1e3, "maximum": 864e5 }, "maximumKeys": { "description": "Maximum number of active API keys per user.", "type": "integer", "minimum": 1, "maximum": 2147483647 }, "sweeping": { "description": "When expired rows are deleted: first after the start, then at intervals.", "type": "object", "additionalProperties": false, "properties": { "firstMs": { "type": "integer", "minimum": 1, "maximum": 1e9 }, "everyMs": { "type": "integer", "minimum": 1, "maximum": 1e9 } } }, "drainDelayMs": { "description": "How long to keep serving after SIGTERM while `/ready` reports that the server stops.", "type": "integer", "minimum": 0, "maximum": 6e5 }, "drainMs": { "description": "How long running requests may take to finish after that.", "type": "integer", "minimum": 0, "maximum": 6e5 }, "limits": { "description": "Limits on the size and duration of a request.", "type": "object", "additionalProperties": false, "properties": { "bodyBytes": { "type": "integer", "minimum": 1024, "maximum": 1048576 }, "uriBytes": { "type": "integer", "minimum": 256, "maximum": 65536 }, "headerBytes": { "type": "integer", "minimum": 1024, "maximum": 131072 }, "headersTimeoutMs": { "type": "integer", "minimum": 100, "maximum": 3e5 }, "requestTimeoutMs": { "type": "integer", "minimum": 100, "maximum": 3e5 }, "sendTimeoutMs": { "description": "How long a client may make no progress with reading a response.", "type": "integer", "minimum": 100, "maximum": 3e5 }, "connections": { "description": "Connections that may be open at once; 100 fewer than the process may open files, where the system allows it fewer.", "type": "integer", "minimum": 1, "maximum": 1e6 }, "connectionsPerNetwork": { "description": "The same for each IPv4 address and each /64 of IPv6. With a trusted proxy, from which all connections come, the default is `connections`.", "type": "integer", "minimum": 1, "maximum": 1e6 } } }, "rateLimits": { "description": "How often clients may send requests and fail to log in.", "type": "object", "additionalProperties": false, "properties": { "requestsPerMinute": { "description": "Requests per minute: logins per IP address, all other operations per user.", "type": "object", "additionalProperties": false, "properties": { "login": { "type": "integer", "minimum": 1, "maximum": 2147483647 }, "generateApiKey": { "type": "integer", "minimum": 1, "maximum": 2147483647 }, "revokeApiKey": { "type": "integer", "minimum": 1, "maximum": 2147483647 } } }, "failedLogins": { "description": "Waits after wrong passwords and wrong one-time codes.", "type": "object", "additionalProperties": false, "properties": { "logins": { "description": "Per identity and IP address.", "$ref": "#/$defs/waits" }, "accounts": { "description": "Per identity, from all IP addresses from which it has not logged in during 30 days.", "$ref": "#/$defs/waits" }, "codes": { "description": "The same for wrong one-time codes with the right password.", "$ref": "#/$defs/waits" }, "forgetMs": { "description": "How long failed logins from one IP address and wrong codes are counted.", "type": "integer", "minimum": 1e3, "maximum": 316224e5 } } } } }, "passwordCost": { "description": "Cost of Argon2id: memory in KiB, passes and parallelism.", "type": "object", "additionalProperties": false, "properties": { "memoryCost": { "type": "integer", "minimum": 19456, "maximum": 4194304 }, "timeCost": { "type": "integer", "minimum": 2, "maximum": 100 }, "parallelism": { "type": "integer", "minimum": 1, "maximum": 64 } } }, "hashing": { "description": "How many passwords are verified at once, and how many may wait.", "type": "object", "additionalProperties": false, "properties": { "atOnce": { "type": "integer", "minimum": 1, "maximum": 2147483647 }, "waiting": { "type": "integer", "minimum": 0, "maximum": 2147483647 } } }, "trustedHops": { "description": "Number of proxies in front of the service whose X-Forwarded-For is trusted.", "type": "integer", "minimum": 0, "maximum": 99 }, "behindProxy": { "description": "Whether a proxy terminates TLS, so that the service may use plain HTTP on other addresses than the loopback.", "type": "boolean" }, "tls": { "description": "PEM files, read at the start and on SIGHUP.", "type": "object", "additionalProperties": false, "required": ["certificate", "key"], "properties": { "certificate": { "type": "string", "minLength": 1 }, "key": { "type": "string", "minLength": 1 } } }, "internal": { "description": "The listener for other services and for operators.", "type": "object", "additionalProperties": false, "required": ["listen"], "properties": { "listen": { "description": "`host:port`, or `unix:/path`.", "type": "string", "minLength": 1 }, "credentialFile": { "type": "string", "minLength": 1 }, "cacheMs": { "description": "For how long an active API key needs no other look-up, 1000 by default. A revocation by another process takes effect within that time.", "type": "integer", "minimum": 0, "maximum": 6e4 } } }, "corsOrigins": { "description": "Origins whose pages may read the responses, such as https://app.example.com.", "type": "array", "uniqueItems": true, "items": { "type": "string", "pattern": "^(https://(?!.*:443$)|http://(?!.*:80$))[a-z0-9.:\\[\\]-]+$" } }, "docs": { "description": "Whether the service has the docs, at `/docs`, and `/.well-known/api-catalog`.", "type": "boolean" } }, "$defs": { "waits": { "type": "object", "additionalProperties": false, "properties": { "free": { "type": "integer", "minimum": 0, "maximum": 2147483647 }, "firstWaitMs": { "type": "integer", "minimum": 1, "maximum": 316224e5 }, "longestWaitMs": { "type": "integer", "minimum": 1, "maximum": 316224e5 } } } } };
var func1 = Object.prototype.hasOwnProperty;
var func2 = require_ucs2length().default;
var pattern4 = new RegExp("^(https://(?!.*:443$)|http://(?!.*:80$))[a-z0-9.:\\[\\]-]+$", "u");
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func1.call(schema31.properties, key0)) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.host !== void 0) {
      let data0 = data.host;
      if (typeof data0 === "string") {
        if (func2(data0) < 1) {
          const err1 = { instancePath: instancePath + "/host", schemaPath: "#/properties/host/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/host", schemaPath: "#/properties/host/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.port !== void 0) {
      let data1 = data.port;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
        const err3 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (typeof data1 == "number") {
        if (data1 > 65535 || isNaN(data1)) {
          const err4 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data1 < 0 || isNaN(data1)) {
          const err5 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      }
    }
    if (data.database !== void 0) {
      let data2 = data.database;
      if (typeof data2 === "string") {
        if (func2(data2) < 1) {
          const err6 = { instancePath: instancePath + "/database", schemaPath: "#/properties/database/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/database", schemaPath: "#/properties/database/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.databaseConnections !== void 0) {
      let data3 = data.databaseConnections;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
        const err8 = { instancePath: instancePath + "/databaseConnections", schemaPath: "#/properties/databaseConnections/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (typeof data3 == "number") {
        if (data3 > 9999 || isNaN(data3)) {
          const err9 = { instancePath: instancePath + "/databaseConnections", schemaPath: "#/properties/databaseConnections/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9999 }, message: "must be <= 9999" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if (data3 < 2 || isNaN(data3)) {
          const err10 = { instancePath: instancePath + "/databaseConnections", schemaPath: "#/properties/databaseConnections/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2 }, message: "must be >= 2" };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
    }
    if (data.secrets !== void 0) {
      let data4 = data.secrets;
      if (typeof data4 === "string") {
        if (func2(data4) < 1) {
          const err11 = { instancePath: instancePath + "/secrets", schemaPath: "#/properties/secrets/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/secrets", schemaPath: "#/properties/secrets/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.tokenLifetimeMs !== void 0) {
      let data5 = data.tokenLifetimeMs;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
        const err13 = { instancePath: instancePath + "/tokenLifetimeMs", schemaPath: "#/properties/tokenLifetimeMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      if (typeof data5 == "number") {
        if (data5 > 864e5 || isNaN(data5)) {
          const err14 = { instancePath: instancePath + "/tokenLifetimeMs", schemaPath: "#/properties/tokenLifetimeMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e5 }, message: "must be <= 86400000" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        if (data5 < 1e3 || isNaN(data5)) {
          const err15 = { instancePath: instancePath + "/tokenLifetimeMs", schemaPath: "#/properties/tokenLifetimeMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e3 }, message: "must be >= 1000" };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
      }
    }
    if (data.maximumKeys !== void 0) {
      let data6 = data.maximumKeys;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
        const err16 = { instancePath: instancePath + "/maximumKeys", schemaPath: "#/properties/maximumKeys/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data6 == "number") {
        if (data6 > 2147483647 || isNaN(data6)) {
          const err17 = { instancePath: instancePath + "/maximumKeys", schemaPath: "#/properties/maximumKeys/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
        if (data6 < 1 || isNaN(data6)) {
          const err18 = { instancePath: instancePath + "/maximumKeys", schemaPath: "#/properties/maximumKeys/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    }
    if (data.sweeping !== void 0) {
      let data7 = data.sweeping;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        for (const key1 in data7) {
          if (!(key1 === "firstMs" || key1 === "everyMs")) {
            const err19 = { instancePath: instancePath + "/sweeping", schemaPath: "#/properties/sweeping/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
        if (data7.firstMs !== void 0) {
          let data8 = data7.firstMs;
          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)))) {
            const err20 = { instancePath: instancePath + "/sweeping/firstMs", schemaPath: "#/properties/sweeping/properties/firstMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
          if (typeof data8 == "number") {
            if (data8 > 1e9 || isNaN(data8)) {
              const err21 = { instancePath: instancePath + "/sweeping/firstMs", schemaPath: "#/properties/sweeping/properties/firstMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e9 }, message: "must be <= 1000000000" };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
            if (data8 < 1 || isNaN(data8)) {
              const err22 = { instancePath: instancePath + "/sweeping/firstMs", schemaPath: "#/properties/sweeping/properties/firstMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err22];
              } else {
                vErrors.push(err22);
              }
              errors++;
            }
          }
        }
        if (data7.everyMs !== void 0) {
          let data9 = data7.everyMs;
          if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)))) {
            const err23 = { instancePath: instancePath + "/sweeping/everyMs", schemaPath: "#/properties/sweeping/properties/everyMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
          if (typeof data9 == "number") {
            if (data9 > 1e9 || isNaN(data9)) {
              const err24 = { instancePath: instancePath + "/sweeping/everyMs", schemaPath: "#/properties/sweeping/properties/everyMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e9 }, message: "must be <= 1000000000" };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
            if (data9 < 1 || isNaN(data9)) {
              const err25 = { instancePath: instancePath + "/sweeping/everyMs", schemaPath: "#/properties/sweeping/properties/everyMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
          }
        }
      } else {
        const err26 = { instancePath: instancePath + "/sweeping", schemaPath: "#/properties/sweeping/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
    }
    if (data.drainDelayMs !== void 0) {
      let data10 = data.drainDelayMs;
      if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)))) {
        const err27 = { instancePath: instancePath + "/drainDelayMs", schemaPath: "#/properties/drainDelayMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
      if (typeof data10 == "number") {
        if (data10 > 6e5 || isNaN(data10)) {
          const err28 = { instancePath: instancePath + "/drainDelayMs", schemaPath: "#/properties/drainDelayMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6e5 }, message: "must be <= 600000" };
          if (vErrors === null) {
            vErrors = [err28];
          } else {
            vErrors.push(err28);
          }
          errors++;
        }
        if (data10 < 0 || isNaN(data10)) {
          const err29 = { instancePath: instancePath + "/drainDelayMs", schemaPath: "#/properties/drainDelayMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err29];
          } else {
            vErrors.push(err29);
          }
          errors++;
        }
      }
    }
    if (data.drainMs !== void 0) {
      let data11 = data.drainMs;
      if (!(typeof data11 == "number" && (!(data11 % 1) && !isNaN(data11)))) {
        const err30 = { instancePath: instancePath + "/drainMs", schemaPath: "#/properties/drainMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
      if (typeof data11 == "number") {
        if (data11 > 6e5 || isNaN(data11)) {
          const err31 = { instancePath: instancePath + "/drainMs", schemaPath: "#/properties/drainMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6e5 }, message: "must be <= 600000" };
          if (vErrors === null) {
            vErrors = [err31];
          } else {
            vErrors.push(err31);
          }
          errors++;
        }
        if (data11 < 0 || isNaN(data11)) {
          const err32 = { instancePath: instancePath + "/drainMs", schemaPath: "#/properties/drainMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err32];
          } else {
            vErrors.push(err32);
          }
          errors++;
        }
      }
    }
    if (data.limits !== void 0) {
      let data12 = data.limits;
      if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
        for (const key2 in data12) {
          if (!(key2 === "bodyBytes" || key2 === "uriBytes" || key2 === "headerBytes" || key2 === "headersTimeoutMs" || key2 === "requestTimeoutMs" || key2 === "sendTimeoutMs" || key2 === "connections" || key2 === "connectionsPerNetwork")) {
            const err33 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err33];
            } else {
              vErrors.push(err33);
            }
            errors++;
          }
        }
        if (data12.bodyBytes !== void 0) {
          let data13 = data12.bodyBytes;
          if (!(typeof data13 == "number" && (!(data13 % 1) && !isNaN(data13)))) {
            const err34 = { instancePath: instancePath + "/limits/bodyBytes", schemaPath: "#/properties/limits/properties/bodyBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err34];
            } else {
              vErrors.push(err34);
            }
            errors++;
          }
          if (typeof data13 == "number") {
            if (data13 > 1048576 || isNaN(data13)) {
              const err35 = { instancePath: instancePath + "/limits/bodyBytes", schemaPath: "#/properties/limits/properties/bodyBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1048576 }, message: "must be <= 1048576" };
              if (vErrors === null) {
                vErrors = [err35];
              } else {
                vErrors.push(err35);
              }
              errors++;
            }
            if (data13 < 1024 || isNaN(data13)) {
              const err36 = { instancePath: instancePath + "/limits/bodyBytes", schemaPath: "#/properties/limits/properties/bodyBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1024 }, message: "must be >= 1024" };
              if (vErrors === null) {
                vErrors = [err36];
              } else {
                vErrors.push(err36);
              }
              errors++;
            }
          }
        }
        if (data12.uriBytes !== void 0) {
          let data14 = data12.uriBytes;
          if (!(typeof data14 == "number" && (!(data14 % 1) && !isNaN(data14)))) {
            const err37 = { instancePath: instancePath + "/limits/uriBytes", schemaPath: "#/properties/limits/properties/uriBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err37];
            } else {
              vErrors.push(err37);
            }
            errors++;
          }
          if (typeof data14 == "number") {
            if (data14 > 65536 || isNaN(data14)) {
              const err38 = { instancePath: instancePath + "/limits/uriBytes", schemaPath: "#/properties/limits/properties/uriBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
              if (vErrors === null) {
                vErrors = [err38];
              } else {
                vErrors.push(err38);
              }
              errors++;
            }
            if (data14 < 256 || isNaN(data14)) {
              const err39 = { instancePath: instancePath + "/limits/uriBytes", schemaPath: "#/properties/limits/properties/uriBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 256 }, message: "must be >= 256" };
              if (vErrors === null) {
                vErrors = [err39];
              } else {
                vErrors.push(err39);
              }
              errors++;
            }
          }
        }
        if (data12.headerBytes !== void 0) {
          let data15 = data12.headerBytes;
          if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)))) {
            const err40 = { instancePath: instancePath + "/limits/headerBytes", schemaPath: "#/properties/limits/properties/headerBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err40];
            } else {
              vErrors.push(err40);
            }
            errors++;
          }
          if (typeof data15 == "number") {
            if (data15 > 131072 || isNaN(data15)) {
              const err41 = { instancePath: instancePath + "/limits/headerBytes", schemaPath: "#/properties/limits/properties/headerBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 131072 }, message: "must be <= 131072" };
              if (vErrors === null) {
                vErrors = [err41];
              } else {
                vErrors.push(err41);
              }
              errors++;
            }
            if (data15 < 1024 || isNaN(data15)) {
              const err42 = { instancePath: instancePath + "/limits/headerBytes", schemaPath: "#/properties/limits/properties/headerBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1024 }, message: "must be >= 1024" };
              if (vErrors === null) {
                vErrors = [err42];
              } else {
                vErrors.push(err42);
              }
              errors++;
            }
          }
        }
        if (data12.headersTimeoutMs !== void 0) {
          let data16 = data12.headersTimeoutMs;
          if (!(typeof data16 == "number" && (!(data16 % 1) && !isNaN(data16)))) {
            const err43 = { instancePath: instancePath + "/limits/headersTimeoutMs", schemaPath: "#/properties/limits/properties/headersTimeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err43];
            } else {
              vErrors.push(err43);
            }
            errors++;
          }
          if (typeof data16 == "number") {
            if (data16 > 3e5 || isNaN(data16)) {
              const err44 = { instancePath: instancePath + "/limits/headersTimeoutMs", schemaPath: "#/properties/limits/properties/headersTimeoutMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3e5 }, message: "must be <= 300000" };
              if (vErrors === null) {
                vErrors = [err44];
              } else {
                vErrors.push(err44);
              }
              errors++;
            }
            if (data16 < 100 || isNaN(data16)) {
              const err45 = { instancePath: instancePath + "/limits/headersTimeoutMs", schemaPath: "#/properties/limits/properties/headersTimeoutMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 100 }, message: "must be >= 100" };
              if (vErrors === null) {
                vErrors = [err45];
              } else {
                vErrors.push(err45);
              }
              errors++;
            }
          }
        }
        if (data12.requestTimeoutMs !== void 0) {
          let data17 = data12.requestTimeoutMs;
          if (!(typeof data17 == "number" && (!(data17 % 1) && !isNaN(data17)))) {
            const err46 = { instancePath: instancePath + "/limits/requestTimeoutMs", schemaPath: "#/properties/limits/properties/requestTimeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err46];
            } else {
              vErrors.push(err46);
            }
            errors++;
          }
          if (typeof data17 == "number") {
            if (data17 > 3e5 || isNaN(data17)) {
              const err47 = { instancePath: instancePath + "/limits/requestTimeoutMs", schemaPath: "#/properties/limits/properties/requestTimeoutMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3e5 }, message: "must be <= 300000" };
              if (vErrors === null) {
                vErrors = [err47];
              } else {
                vErrors.push(err47);
              }
              errors++;
            }
            if (data17 < 100 || isNaN(data17)) {
              const err48 = { instancePath: instancePath + "/limits/requestTimeoutMs", schemaPath: "#/properties/limits/properties/requestTimeoutMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 100 }, message: "must be >= 100" };
              if (vErrors === null) {
                vErrors = [err48];
              } else {
                vErrors.push(err48);
              }
              errors++;
            }
          }
        }
        if (data12.sendTimeoutMs !== void 0) {
          let data18 = data12.sendTimeoutMs;
          if (!(typeof data18 == "number" && (!(data18 % 1) && !isNaN(data18)))) {
            const err49 = { instancePath: instancePath + "/limits/sendTimeoutMs", schemaPath: "#/properties/limits/properties/sendTimeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err49];
            } else {
              vErrors.push(err49);
            }
            errors++;
          }
          if (typeof data18 == "number") {
            if (data18 > 3e5 || isNaN(data18)) {
              const err50 = { instancePath: instancePath + "/limits/sendTimeoutMs", schemaPath: "#/properties/limits/properties/sendTimeoutMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3e5 }, message: "must be <= 300000" };
              if (vErrors === null) {
                vErrors = [err50];
              } else {
                vErrors.push(err50);
              }
              errors++;
            }
            if (data18 < 100 || isNaN(data18)) {
              const err51 = { instancePath: instancePath + "/limits/sendTimeoutMs", schemaPath: "#/properties/limits/properties/sendTimeoutMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 100 }, message: "must be >= 100" };
              if (vErrors === null) {
                vErrors = [err51];
              } else {
                vErrors.push(err51);
              }
              errors++;
            }
          }
        }
        if (data12.connections !== void 0) {
          let data19 = data12.connections;
          if (!(typeof data19 == "number" && (!(data19 % 1) && !isNaN(data19)))) {
            const err52 = { instancePath: instancePath + "/limits/connections", schemaPath: "#/properties/limits/properties/connections/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err52];
            } else {
              vErrors.push(err52);
            }
            errors++;
          }
          if (typeof data19 == "number") {
            if (data19 > 1e6 || isNaN(data19)) {
              const err53 = { instancePath: instancePath + "/limits/connections", schemaPath: "#/properties/limits/properties/connections/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 }, message: "must be <= 1000000" };
              if (vErrors === null) {
                vErrors = [err53];
              } else {
                vErrors.push(err53);
              }
              errors++;
            }
            if (data19 < 1 || isNaN(data19)) {
              const err54 = { instancePath: instancePath + "/limits/connections", schemaPath: "#/properties/limits/properties/connections/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err54];
              } else {
                vErrors.push(err54);
              }
              errors++;
            }
          }
        }
        if (data12.connectionsPerNetwork !== void 0) {
          let data20 = data12.connectionsPerNetwork;
          if (!(typeof data20 == "number" && (!(data20 % 1) && !isNaN(data20)))) {
            const err55 = { instancePath: instancePath + "/limits/connectionsPerNetwork", schemaPath: "#/properties/limits/properties/connectionsPerNetwork/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err55];
            } else {
              vErrors.push(err55);
            }
            errors++;
          }
          if (typeof data20 == "number") {
            if (data20 > 1e6 || isNaN(data20)) {
              const err56 = { instancePath: instancePath + "/limits/connectionsPerNetwork", schemaPath: "#/properties/limits/properties/connectionsPerNetwork/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 }, message: "must be <= 1000000" };
              if (vErrors === null) {
                vErrors = [err56];
              } else {
                vErrors.push(err56);
              }
              errors++;
            }
            if (data20 < 1 || isNaN(data20)) {
              const err57 = { instancePath: instancePath + "/limits/connectionsPerNetwork", schemaPath: "#/properties/limits/properties/connectionsPerNetwork/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err57];
              } else {
                vErrors.push(err57);
              }
              errors++;
            }
          }
        }
      } else {
        const err58 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err58];
        } else {
          vErrors.push(err58);
        }
        errors++;
      }
    }
    if (data.rateLimits !== void 0) {
      let data21 = data.rateLimits;
      if (data21 && typeof data21 == "object" && !Array.isArray(data21)) {
        for (const key3 in data21) {
          if (!(key3 === "requestsPerMinute" || key3 === "failedLogins")) {
            const err59 = { instancePath: instancePath + "/rateLimits", schemaPath: "#/properties/rateLimits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err59];
            } else {
              vErrors.push(err59);
            }
            errors++;
          }
        }
        if (data21.requestsPerMinute !== void 0) {
          let data22 = data21.requestsPerMinute;
          if (data22 && typeof data22 == "object" && !Array.isArray(data22)) {
            for (const key4 in data22) {
              if (!(key4 === "login" || key4 === "generateApiKey" || key4 === "revokeApiKey")) {
                const err60 = { instancePath: instancePath + "/rateLimits/requestsPerMinute", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" };
                if (vErrors === null) {
                  vErrors = [err60];
                } else {
                  vErrors.push(err60);
                }
                errors++;
              }
            }
            if (data22.login !== void 0) {
              let data23 = data22.login;
              if (!(typeof data23 == "number" && (!(data23 % 1) && !isNaN(data23)))) {
                const err61 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/login", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/login/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                if (vErrors === null) {
                  vErrors = [err61];
                } else {
                  vErrors.push(err61);
                }
                errors++;
              }
              if (typeof data23 == "number") {
                if (data23 > 2147483647 || isNaN(data23)) {
                  const err62 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/login", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/login/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                  if (vErrors === null) {
                    vErrors = [err62];
                  } else {
                    vErrors.push(err62);
                  }
                  errors++;
                }
                if (data23 < 1 || isNaN(data23)) {
                  const err63 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/login", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/login/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  if (vErrors === null) {
                    vErrors = [err63];
                  } else {
                    vErrors.push(err63);
                  }
                  errors++;
                }
              }
            }
            if (data22.generateApiKey !== void 0) {
              let data24 = data22.generateApiKey;
              if (!(typeof data24 == "number" && (!(data24 % 1) && !isNaN(data24)))) {
                const err64 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/generateApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/generateApiKey/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                if (vErrors === null) {
                  vErrors = [err64];
                } else {
                  vErrors.push(err64);
                }
                errors++;
              }
              if (typeof data24 == "number") {
                if (data24 > 2147483647 || isNaN(data24)) {
                  const err65 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/generateApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/generateApiKey/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                  if (vErrors === null) {
                    vErrors = [err65];
                  } else {
                    vErrors.push(err65);
                  }
                  errors++;
                }
                if (data24 < 1 || isNaN(data24)) {
                  const err66 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/generateApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/generateApiKey/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  if (vErrors === null) {
                    vErrors = [err66];
                  } else {
                    vErrors.push(err66);
                  }
                  errors++;
                }
              }
            }
            if (data22.revokeApiKey !== void 0) {
              let data25 = data22.revokeApiKey;
              if (!(typeof data25 == "number" && (!(data25 % 1) && !isNaN(data25)))) {
                const err67 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/revokeApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/revokeApiKey/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                if (vErrors === null) {
                  vErrors = [err67];
                } else {
                  vErrors.push(err67);
                }
                errors++;
              }
              if (typeof data25 == "number") {
                if (data25 > 2147483647 || isNaN(data25)) {
                  const err68 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/revokeApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/revokeApiKey/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                  if (vErrors === null) {
                    vErrors = [err68];
                  } else {
                    vErrors.push(err68);
                  }
                  errors++;
                }
                if (data25 < 1 || isNaN(data25)) {
                  const err69 = { instancePath: instancePath + "/rateLimits/requestsPerMinute/revokeApiKey", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/properties/revokeApiKey/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  if (vErrors === null) {
                    vErrors = [err69];
                  } else {
                    vErrors.push(err69);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err70 = { instancePath: instancePath + "/rateLimits/requestsPerMinute", schemaPath: "#/properties/rateLimits/properties/requestsPerMinute/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err70];
            } else {
              vErrors.push(err70);
            }
            errors++;
          }
        }
        if (data21.failedLogins !== void 0) {
          let data26 = data21.failedLogins;
          if (data26 && typeof data26 == "object" && !Array.isArray(data26)) {
            for (const key5 in data26) {
              if (!(key5 === "logins" || key5 === "accounts" || key5 === "codes" || key5 === "forgetMs")) {
                const err71 = { instancePath: instancePath + "/rateLimits/failedLogins", schemaPath: "#/properties/rateLimits/properties/failedLogins/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
                if (vErrors === null) {
                  vErrors = [err71];
                } else {
                  vErrors.push(err71);
                }
                errors++;
              }
            }
            if (data26.logins !== void 0) {
              let data27 = data26.logins;
              if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
                for (const key6 in data27) {
                  if (!(key6 === "free" || key6 === "firstWaitMs" || key6 === "longestWaitMs")) {
                    const err72 = { instancePath: instancePath + "/rateLimits/failedLogins/logins", schemaPath: "#/$defs/waits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties" };
                    if (vErrors === null) {
                      vErrors = [err72];
                    } else {
                      vErrors.push(err72);
                    }
                    errors++;
                  }
                }
                if (data27.free !== void 0) {
                  let data28 = data27.free;
                  if (!(typeof data28 == "number" && (!(data28 % 1) && !isNaN(data28)))) {
                    const err73 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/free", schemaPath: "#/$defs/waits/properties/free/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err73];
                    } else {
                      vErrors.push(err73);
                    }
                    errors++;
                  }
                  if (typeof data28 == "number") {
                    if (data28 > 2147483647 || isNaN(data28)) {
                      const err74 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/free", schemaPath: "#/$defs/waits/properties/free/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                      if (vErrors === null) {
                        vErrors = [err74];
                      } else {
                        vErrors.push(err74);
                      }
                      errors++;
                    }
                    if (data28 < 0 || isNaN(data28)) {
                      const err75 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/free", schemaPath: "#/$defs/waits/properties/free/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                      if (vErrors === null) {
                        vErrors = [err75];
                      } else {
                        vErrors.push(err75);
                      }
                      errors++;
                    }
                  }
                }
                if (data27.firstWaitMs !== void 0) {
                  let data29 = data27.firstWaitMs;
                  if (!(typeof data29 == "number" && (!(data29 % 1) && !isNaN(data29)))) {
                    const err76 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err76];
                    } else {
                      vErrors.push(err76);
                    }
                    errors++;
                  }
                  if (typeof data29 == "number") {
                    if (data29 > 316224e5 || isNaN(data29)) {
                      const err77 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err77];
                      } else {
                        vErrors.push(err77);
                      }
                      errors++;
                    }
                    if (data29 < 1 || isNaN(data29)) {
                      const err78 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err78];
                      } else {
                        vErrors.push(err78);
                      }
                      errors++;
                    }
                  }
                }
                if (data27.longestWaitMs !== void 0) {
                  let data30 = data27.longestWaitMs;
                  if (!(typeof data30 == "number" && (!(data30 % 1) && !isNaN(data30)))) {
                    const err79 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err79];
                    } else {
                      vErrors.push(err79);
                    }
                    errors++;
                  }
                  if (typeof data30 == "number") {
                    if (data30 > 316224e5 || isNaN(data30)) {
                      const err80 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err80];
                      } else {
                        vErrors.push(err80);
                      }
                      errors++;
                    }
                    if (data30 < 1 || isNaN(data30)) {
                      const err81 = { instancePath: instancePath + "/rateLimits/failedLogins/logins/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err81];
                      } else {
                        vErrors.push(err81);
                      }
                      errors++;
                    }
                  }
                }
              } else {
                const err82 = { instancePath: instancePath + "/rateLimits/failedLogins/logins", schemaPath: "#/$defs/waits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                if (vErrors === null) {
                  vErrors = [err82];
                } else {
                  vErrors.push(err82);
                }
                errors++;
              }
            }
            if (data26.accounts !== void 0) {
              let data31 = data26.accounts;
              if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
                for (const key7 in data31) {
                  if (!(key7 === "free" || key7 === "firstWaitMs" || key7 === "longestWaitMs")) {
                    const err83 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts", schemaPath: "#/$defs/waits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 }, message: "must NOT have additional properties" };
                    if (vErrors === null) {
                      vErrors = [err83];
                    } else {
                      vErrors.push(err83);
                    }
                    errors++;
                  }
                }
                if (data31.free !== void 0) {
                  let data32 = data31.free;
                  if (!(typeof data32 == "number" && (!(data32 % 1) && !isNaN(data32)))) {
                    const err84 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/free", schemaPath: "#/$defs/waits/properties/free/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err84];
                    } else {
                      vErrors.push(err84);
                    }
                    errors++;
                  }
                  if (typeof data32 == "number") {
                    if (data32 > 2147483647 || isNaN(data32)) {
                      const err85 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/free", schemaPath: "#/$defs/waits/properties/free/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                      if (vErrors === null) {
                        vErrors = [err85];
                      } else {
                        vErrors.push(err85);
                      }
                      errors++;
                    }
                    if (data32 < 0 || isNaN(data32)) {
                      const err86 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/free", schemaPath: "#/$defs/waits/properties/free/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                      if (vErrors === null) {
                        vErrors = [err86];
                      } else {
                        vErrors.push(err86);
                      }
                      errors++;
                    }
                  }
                }
                if (data31.firstWaitMs !== void 0) {
                  let data33 = data31.firstWaitMs;
                  if (!(typeof data33 == "number" && (!(data33 % 1) && !isNaN(data33)))) {
                    const err87 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err87];
                    } else {
                      vErrors.push(err87);
                    }
                    errors++;
                  }
                  if (typeof data33 == "number") {
                    if (data33 > 316224e5 || isNaN(data33)) {
                      const err88 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err88];
                      } else {
                        vErrors.push(err88);
                      }
                      errors++;
                    }
                    if (data33 < 1 || isNaN(data33)) {
                      const err89 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err89];
                      } else {
                        vErrors.push(err89);
                      }
                      errors++;
                    }
                  }
                }
                if (data31.longestWaitMs !== void 0) {
                  let data34 = data31.longestWaitMs;
                  if (!(typeof data34 == "number" && (!(data34 % 1) && !isNaN(data34)))) {
                    const err90 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err90];
                    } else {
                      vErrors.push(err90);
                    }
                    errors++;
                  }
                  if (typeof data34 == "number") {
                    if (data34 > 316224e5 || isNaN(data34)) {
                      const err91 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err91];
                      } else {
                        vErrors.push(err91);
                      }
                      errors++;
                    }
                    if (data34 < 1 || isNaN(data34)) {
                      const err92 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err92];
                      } else {
                        vErrors.push(err92);
                      }
                      errors++;
                    }
                  }
                }
              } else {
                const err93 = { instancePath: instancePath + "/rateLimits/failedLogins/accounts", schemaPath: "#/$defs/waits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                if (vErrors === null) {
                  vErrors = [err93];
                } else {
                  vErrors.push(err93);
                }
                errors++;
              }
            }
            if (data26.codes !== void 0) {
              let data35 = data26.codes;
              if (data35 && typeof data35 == "object" && !Array.isArray(data35)) {
                for (const key8 in data35) {
                  if (!(key8 === "free" || key8 === "firstWaitMs" || key8 === "longestWaitMs")) {
                    const err94 = { instancePath: instancePath + "/rateLimits/failedLogins/codes", schemaPath: "#/$defs/waits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 }, message: "must NOT have additional properties" };
                    if (vErrors === null) {
                      vErrors = [err94];
                    } else {
                      vErrors.push(err94);
                    }
                    errors++;
                  }
                }
                if (data35.free !== void 0) {
                  let data36 = data35.free;
                  if (!(typeof data36 == "number" && (!(data36 % 1) && !isNaN(data36)))) {
                    const err95 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/free", schemaPath: "#/$defs/waits/properties/free/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err95];
                    } else {
                      vErrors.push(err95);
                    }
                    errors++;
                  }
                  if (typeof data36 == "number") {
                    if (data36 > 2147483647 || isNaN(data36)) {
                      const err96 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/free", schemaPath: "#/$defs/waits/properties/free/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
                      if (vErrors === null) {
                        vErrors = [err96];
                      } else {
                        vErrors.push(err96);
                      }
                      errors++;
                    }
                    if (data36 < 0 || isNaN(data36)) {
                      const err97 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/free", schemaPath: "#/$defs/waits/properties/free/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                      if (vErrors === null) {
                        vErrors = [err97];
                      } else {
                        vErrors.push(err97);
                      }
                      errors++;
                    }
                  }
                }
                if (data35.firstWaitMs !== void 0) {
                  let data37 = data35.firstWaitMs;
                  if (!(typeof data37 == "number" && (!(data37 % 1) && !isNaN(data37)))) {
                    const err98 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err98];
                    } else {
                      vErrors.push(err98);
                    }
                    errors++;
                  }
                  if (typeof data37 == "number") {
                    if (data37 > 316224e5 || isNaN(data37)) {
                      const err99 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err99];
                      } else {
                        vErrors.push(err99);
                      }
                      errors++;
                    }
                    if (data37 < 1 || isNaN(data37)) {
                      const err100 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/firstWaitMs", schemaPath: "#/$defs/waits/properties/firstWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err100];
                      } else {
                        vErrors.push(err100);
                      }
                      errors++;
                    }
                  }
                }
                if (data35.longestWaitMs !== void 0) {
                  let data38 = data35.longestWaitMs;
                  if (!(typeof data38 == "number" && (!(data38 % 1) && !isNaN(data38)))) {
                    const err101 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    if (vErrors === null) {
                      vErrors = [err101];
                    } else {
                      vErrors.push(err101);
                    }
                    errors++;
                  }
                  if (typeof data38 == "number") {
                    if (data38 > 316224e5 || isNaN(data38)) {
                      const err102 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                      if (vErrors === null) {
                        vErrors = [err102];
                      } else {
                        vErrors.push(err102);
                      }
                      errors++;
                    }
                    if (data38 < 1 || isNaN(data38)) {
                      const err103 = { instancePath: instancePath + "/rateLimits/failedLogins/codes/longestWaitMs", schemaPath: "#/$defs/waits/properties/longestWaitMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      if (vErrors === null) {
                        vErrors = [err103];
                      } else {
                        vErrors.push(err103);
                      }
                      errors++;
                    }
                  }
                }
              } else {
                const err104 = { instancePath: instancePath + "/rateLimits/failedLogins/codes", schemaPath: "#/$defs/waits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                if (vErrors === null) {
                  vErrors = [err104];
                } else {
                  vErrors.push(err104);
                }
                errors++;
              }
            }
            if (data26.forgetMs !== void 0) {
              let data39 = data26.forgetMs;
              if (!(typeof data39 == "number" && (!(data39 % 1) && !isNaN(data39)))) {
                const err105 = { instancePath: instancePath + "/rateLimits/failedLogins/forgetMs", schemaPath: "#/properties/rateLimits/properties/failedLogins/properties/forgetMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                if (vErrors === null) {
                  vErrors = [err105];
                } else {
                  vErrors.push(err105);
                }
                errors++;
              }
              if (typeof data39 == "number") {
                if (data39 > 316224e5 || isNaN(data39)) {
                  const err106 = { instancePath: instancePath + "/rateLimits/failedLogins/forgetMs", schemaPath: "#/properties/rateLimits/properties/failedLogins/properties/forgetMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 316224e5 }, message: "must be <= 31622400000" };
                  if (vErrors === null) {
                    vErrors = [err106];
                  } else {
                    vErrors.push(err106);
                  }
                  errors++;
                }
                if (data39 < 1e3 || isNaN(data39)) {
                  const err107 = { instancePath: instancePath + "/rateLimits/failedLogins/forgetMs", schemaPath: "#/properties/rateLimits/properties/failedLogins/properties/forgetMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e3 }, message: "must be >= 1000" };
                  if (vErrors === null) {
                    vErrors = [err107];
                  } else {
                    vErrors.push(err107);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err108 = { instancePath: instancePath + "/rateLimits/failedLogins", schemaPath: "#/properties/rateLimits/properties/failedLogins/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err108];
            } else {
              vErrors.push(err108);
            }
            errors++;
          }
        }
      } else {
        const err109 = { instancePath: instancePath + "/rateLimits", schemaPath: "#/properties/rateLimits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err109];
        } else {
          vErrors.push(err109);
        }
        errors++;
      }
    }
    if (data.passwordCost !== void 0) {
      let data40 = data.passwordCost;
      if (data40 && typeof data40 == "object" && !Array.isArray(data40)) {
        for (const key9 in data40) {
          if (!(key9 === "memoryCost" || key9 === "timeCost" || key9 === "parallelism")) {
            const err110 = { instancePath: instancePath + "/passwordCost", schemaPath: "#/properties/passwordCost/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key9 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err110];
            } else {
              vErrors.push(err110);
            }
            errors++;
          }
        }
        if (data40.memoryCost !== void 0) {
          let data41 = data40.memoryCost;
          if (!(typeof data41 == "number" && (!(data41 % 1) && !isNaN(data41)))) {
            const err111 = { instancePath: instancePath + "/passwordCost/memoryCost", schemaPath: "#/properties/passwordCost/properties/memoryCost/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err111];
            } else {
              vErrors.push(err111);
            }
            errors++;
          }
          if (typeof data41 == "number") {
            if (data41 > 4194304 || isNaN(data41)) {
              const err112 = { instancePath: instancePath + "/passwordCost/memoryCost", schemaPath: "#/properties/passwordCost/properties/memoryCost/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4194304 }, message: "must be <= 4194304" };
              if (vErrors === null) {
                vErrors = [err112];
              } else {
                vErrors.push(err112);
              }
              errors++;
            }
            if (data41 < 19456 || isNaN(data41)) {
              const err113 = { instancePath: instancePath + "/passwordCost/memoryCost", schemaPath: "#/properties/passwordCost/properties/memoryCost/minimum", keyword: "minimum", params: { comparison: ">=", limit: 19456 }, message: "must be >= 19456" };
              if (vErrors === null) {
                vErrors = [err113];
              } else {
                vErrors.push(err113);
              }
              errors++;
            }
          }
        }
        if (data40.timeCost !== void 0) {
          let data42 = data40.timeCost;
          if (!(typeof data42 == "number" && (!(data42 % 1) && !isNaN(data42)))) {
            const err114 = { instancePath: instancePath + "/passwordCost/timeCost", schemaPath: "#/properties/passwordCost/properties/timeCost/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err114];
            } else {
              vErrors.push(err114);
            }
            errors++;
          }
          if (typeof data42 == "number") {
            if (data42 > 100 || isNaN(data42)) {
              const err115 = { instancePath: instancePath + "/passwordCost/timeCost", schemaPath: "#/properties/passwordCost/properties/timeCost/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
              if (vErrors === null) {
                vErrors = [err115];
              } else {
                vErrors.push(err115);
              }
              errors++;
            }
            if (data42 < 2 || isNaN(data42)) {
              const err116 = { instancePath: instancePath + "/passwordCost/timeCost", schemaPath: "#/properties/passwordCost/properties/timeCost/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2 }, message: "must be >= 2" };
              if (vErrors === null) {
                vErrors = [err116];
              } else {
                vErrors.push(err116);
              }
              errors++;
            }
          }
        }
        if (data40.parallelism !== void 0) {
          let data43 = data40.parallelism;
          if (!(typeof data43 == "number" && (!(data43 % 1) && !isNaN(data43)))) {
            const err117 = { instancePath: instancePath + "/passwordCost/parallelism", schemaPath: "#/properties/passwordCost/properties/parallelism/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err117];
            } else {
              vErrors.push(err117);
            }
            errors++;
          }
          if (typeof data43 == "number") {
            if (data43 > 64 || isNaN(data43)) {
              const err118 = { instancePath: instancePath + "/passwordCost/parallelism", schemaPath: "#/properties/passwordCost/properties/parallelism/maximum", keyword: "maximum", params: { comparison: "<=", limit: 64 }, message: "must be <= 64" };
              if (vErrors === null) {
                vErrors = [err118];
              } else {
                vErrors.push(err118);
              }
              errors++;
            }
            if (data43 < 1 || isNaN(data43)) {
              const err119 = { instancePath: instancePath + "/passwordCost/parallelism", schemaPath: "#/properties/passwordCost/properties/parallelism/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err119];
              } else {
                vErrors.push(err119);
              }
              errors++;
            }
          }
        }
      } else {
        const err120 = { instancePath: instancePath + "/passwordCost", schemaPath: "#/properties/passwordCost/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err120];
        } else {
          vErrors.push(err120);
        }
        errors++;
      }
    }
    if (data.hashing !== void 0) {
      let data44 = data.hashing;
      if (data44 && typeof data44 == "object" && !Array.isArray(data44)) {
        for (const key10 in data44) {
          if (!(key10 === "atOnce" || key10 === "waiting")) {
            const err121 = { instancePath: instancePath + "/hashing", schemaPath: "#/properties/hashing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key10 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err121];
            } else {
              vErrors.push(err121);
            }
            errors++;
          }
        }
        if (data44.atOnce !== void 0) {
          let data45 = data44.atOnce;
          if (!(typeof data45 == "number" && (!(data45 % 1) && !isNaN(data45)))) {
            const err122 = { instancePath: instancePath + "/hashing/atOnce", schemaPath: "#/properties/hashing/properties/atOnce/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err122];
            } else {
              vErrors.push(err122);
            }
            errors++;
          }
          if (typeof data45 == "number") {
            if (data45 > 2147483647 || isNaN(data45)) {
              const err123 = { instancePath: instancePath + "/hashing/atOnce", schemaPath: "#/properties/hashing/properties/atOnce/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
              if (vErrors === null) {
                vErrors = [err123];
              } else {
                vErrors.push(err123);
              }
              errors++;
            }
            if (data45 < 1 || isNaN(data45)) {
              const err124 = { instancePath: instancePath + "/hashing/atOnce", schemaPath: "#/properties/hashing/properties/atOnce/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err124];
              } else {
                vErrors.push(err124);
              }
              errors++;
            }
          }
        }
        if (data44.waiting !== void 0) {
          let data46 = data44.waiting;
          if (!(typeof data46 == "number" && (!(data46 % 1) && !isNaN(data46)))) {
            const err125 = { instancePath: instancePath + "/hashing/waiting", schemaPath: "#/properties/hashing/properties/waiting/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err125];
            } else {
              vErrors.push(err125);
            }
            errors++;
          }
          if (typeof data46 == "number") {
            if (data46 > 2147483647 || isNaN(data46)) {
              const err126 = { instancePath: instancePath + "/hashing/waiting", schemaPath: "#/properties/hashing/properties/waiting/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
              if (vErrors === null) {
                vErrors = [err126];
              } else {
                vErrors.push(err126);
              }
              errors++;
            }
            if (data46 < 0 || isNaN(data46)) {
              const err127 = { instancePath: instancePath + "/hashing/waiting", schemaPath: "#/properties/hashing/properties/waiting/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err127];
              } else {
                vErrors.push(err127);
              }
              errors++;
            }
          }
        }
      } else {
        const err128 = { instancePath: instancePath + "/hashing", schemaPath: "#/properties/hashing/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err128];
        } else {
          vErrors.push(err128);
        }
        errors++;
      }
    }
    if (data.trustedHops !== void 0) {
      let data47 = data.trustedHops;
      if (!(typeof data47 == "number" && (!(data47 % 1) && !isNaN(data47)))) {
        const err129 = { instancePath: instancePath + "/trustedHops", schemaPath: "#/properties/trustedHops/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err129];
        } else {
          vErrors.push(err129);
        }
        errors++;
      }
      if (typeof data47 == "number") {
        if (data47 > 99 || isNaN(data47)) {
          const err130 = { instancePath: instancePath + "/trustedHops", schemaPath: "#/properties/trustedHops/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99 }, message: "must be <= 99" };
          if (vErrors === null) {
            vErrors = [err130];
          } else {
            vErrors.push(err130);
          }
          errors++;
        }
        if (data47 < 0 || isNaN(data47)) {
          const err131 = { instancePath: instancePath + "/trustedHops", schemaPath: "#/properties/trustedHops/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err131];
          } else {
            vErrors.push(err131);
          }
          errors++;
        }
      }
    }
    if (data.behindProxy !== void 0) {
      if (typeof data.behindProxy !== "boolean") {
        const err132 = { instancePath: instancePath + "/behindProxy", schemaPath: "#/properties/behindProxy/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err132];
        } else {
          vErrors.push(err132);
        }
        errors++;
      }
    }
    if (data.tls !== void 0) {
      let data49 = data.tls;
      if (data49 && typeof data49 == "object" && !Array.isArray(data49)) {
        if (data49.certificate === void 0) {
          const err133 = { instancePath: instancePath + "/tls", schemaPath: "#/properties/tls/required", keyword: "required", params: { missingProperty: "certificate" }, message: "must have required property 'certificate'" };
          if (vErrors === null) {
            vErrors = [err133];
          } else {
            vErrors.push(err133);
          }
          errors++;
        }
        if (data49.key === void 0) {
          const err134 = { instancePath: instancePath + "/tls", schemaPath: "#/properties/tls/required", keyword: "required", params: { missingProperty: "key" }, message: "must have required property 'key'" };
          if (vErrors === null) {
            vErrors = [err134];
          } else {
            vErrors.push(err134);
          }
          errors++;
        }
        for (const key11 in data49) {
          if (!(key11 === "certificate" || key11 === "key")) {
            const err135 = { instancePath: instancePath + "/tls", schemaPath: "#/properties/tls/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key11 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err135];
            } else {
              vErrors.push(err135);
            }
            errors++;
          }
        }
        if (data49.certificate !== void 0) {
          let data50 = data49.certificate;
          if (typeof data50 === "string") {
            if (func2(data50) < 1) {
              const err136 = { instancePath: instancePath + "/tls/certificate", schemaPath: "#/properties/tls/properties/certificate/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err136];
              } else {
                vErrors.push(err136);
              }
              errors++;
            }
          } else {
            const err137 = { instancePath: instancePath + "/tls/certificate", schemaPath: "#/properties/tls/properties/certificate/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err137];
            } else {
              vErrors.push(err137);
            }
            errors++;
          }
        }
        if (data49.key !== void 0) {
          let data51 = data49.key;
          if (typeof data51 === "string") {
            if (func2(data51) < 1) {
              const err138 = { instancePath: instancePath + "/tls/key", schemaPath: "#/properties/tls/properties/key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err138];
              } else {
                vErrors.push(err138);
              }
              errors++;
            }
          } else {
            const err139 = { instancePath: instancePath + "/tls/key", schemaPath: "#/properties/tls/properties/key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err139];
            } else {
              vErrors.push(err139);
            }
            errors++;
          }
        }
      } else {
        const err140 = { instancePath: instancePath + "/tls", schemaPath: "#/properties/tls/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err140];
        } else {
          vErrors.push(err140);
        }
        errors++;
      }
    }
    if (data.internal !== void 0) {
      let data52 = data.internal;
      if (data52 && typeof data52 == "object" && !Array.isArray(data52)) {
        if (data52.listen === void 0) {
          const err141 = { instancePath: instancePath + "/internal", schemaPath: "#/properties/internal/required", keyword: "required", params: { missingProperty: "listen" }, message: "must have required property 'listen'" };
          if (vErrors === null) {
            vErrors = [err141];
          } else {
            vErrors.push(err141);
          }
          errors++;
        }
        for (const key12 in data52) {
          if (!(key12 === "listen" || key12 === "credentialFile" || key12 === "cacheMs")) {
            const err142 = { instancePath: instancePath + "/internal", schemaPath: "#/properties/internal/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key12 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err142];
            } else {
              vErrors.push(err142);
            }
            errors++;
          }
        }
        if (data52.listen !== void 0) {
          let data53 = data52.listen;
          if (typeof data53 === "string") {
            if (func2(data53) < 1) {
              const err143 = { instancePath: instancePath + "/internal/listen", schemaPath: "#/properties/internal/properties/listen/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err143];
              } else {
                vErrors.push(err143);
              }
              errors++;
            }
          } else {
            const err144 = { instancePath: instancePath + "/internal/listen", schemaPath: "#/properties/internal/properties/listen/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err144];
            } else {
              vErrors.push(err144);
            }
            errors++;
          }
        }
        if (data52.credentialFile !== void 0) {
          let data54 = data52.credentialFile;
          if (typeof data54 === "string") {
            if (func2(data54) < 1) {
              const err145 = { instancePath: instancePath + "/internal/credentialFile", schemaPath: "#/properties/internal/properties/credentialFile/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err145];
              } else {
                vErrors.push(err145);
              }
              errors++;
            }
          } else {
            const err146 = { instancePath: instancePath + "/internal/credentialFile", schemaPath: "#/properties/internal/properties/credentialFile/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err146];
            } else {
              vErrors.push(err146);
            }
            errors++;
          }
        }
        if (data52.cacheMs !== void 0) {
          let data55 = data52.cacheMs;
          if (!(typeof data55 == "number" && (!(data55 % 1) && !isNaN(data55)))) {
            const err147 = { instancePath: instancePath + "/internal/cacheMs", schemaPath: "#/properties/internal/properties/cacheMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err147];
            } else {
              vErrors.push(err147);
            }
            errors++;
          }
          if (typeof data55 == "number") {
            if (data55 > 6e4 || isNaN(data55)) {
              const err148 = { instancePath: instancePath + "/internal/cacheMs", schemaPath: "#/properties/internal/properties/cacheMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6e4 }, message: "must be <= 60000" };
              if (vErrors === null) {
                vErrors = [err148];
              } else {
                vErrors.push(err148);
              }
              errors++;
            }
            if (data55 < 0 || isNaN(data55)) {
              const err149 = { instancePath: instancePath + "/internal/cacheMs", schemaPath: "#/properties/internal/properties/cacheMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err149];
              } else {
                vErrors.push(err149);
              }
              errors++;
            }
          }
        }
      } else {
        const err150 = { instancePath: instancePath + "/internal", schemaPath: "#/properties/internal/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err150];
        } else {
          vErrors.push(err150);
        }
        errors++;
      }
    }
    if (data.corsOrigins !== void 0) {
      let data56 = data.corsOrigins;
      if (Array.isArray(data56)) {
        const len0 = data56.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data57 = data56[i0];
          if (typeof data57 === "string") {
            if (!pattern4.test(data57)) {
              const err151 = { instancePath: instancePath + "/corsOrigins/" + i0, schemaPath: "#/properties/corsOrigins/items/pattern", keyword: "pattern", params: { pattern: "^(https://(?!.*:443$)|http://(?!.*:80$))[a-z0-9.:\\[\\]-]+$" }, message: 'must match pattern "^(https://(?!.*:443$)|http://(?!.*:80$))[a-z0-9.:\\[\\]-]+$"' };
              if (vErrors === null) {
                vErrors = [err151];
              } else {
                vErrors.push(err151);
              }
              errors++;
            }
          } else {
            const err152 = { instancePath: instancePath + "/corsOrigins/" + i0, schemaPath: "#/properties/corsOrigins/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err152];
            } else {
              vErrors.push(err152);
            }
            errors++;
          }
        }
        let i1 = data56.length;
        let j0;
        if (i1 > 1) {
          const indices0 = {};
          for (; i1--; ) {
            let item0 = data56[i1];
            if (typeof item0 !== "string") {
              continue;
            }
            if (typeof indices0[item0] == "number") {
              j0 = indices0[item0];
              const err153 = { instancePath: instancePath + "/corsOrigins", schemaPath: "#/properties/corsOrigins/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
              if (vErrors === null) {
                vErrors = [err153];
              } else {
                vErrors.push(err153);
              }
              errors++;
              break;
            }
            indices0[item0] = i1;
          }
        }
      } else {
        const err154 = { instancePath: instancePath + "/corsOrigins", schemaPath: "#/properties/corsOrigins/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err154];
        } else {
          vErrors.push(err154);
        }
        errors++;
      }
    }
    if (data.docs !== void 0) {
      if (typeof data.docs !== "boolean") {
        const err155 = { instancePath: instancePath + "/docs", schemaPath: "#/properties/docs/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err155];
        } else {
          vErrors.push(err155);
        }
        errors++;
      }
    }
  } else {
    const err156 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err156];
    } else {
      vErrors.push(err156);
    }
    errors++;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export {
  check
};
