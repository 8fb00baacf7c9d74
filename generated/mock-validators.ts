// @ts-nocheck
// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

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
var login = validate0;
var func0 = require_ucs2length().default;
var pattern0 = new RegExp("^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$", "u");
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate0.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.identity === void 0) {
      const err0 = { instancePath, schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/required", keyword: "required", params: { missingProperty: "identity" }, message: "must have required property 'identity'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "identity" || key0 === "password" || key0 === "otp")) {
        const err1 = { instancePath, schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.identity !== void 0) {
      let data0 = data.identity;
      if (typeof data0 === "string") {
        if (func0(data0) > 254) {
          const err2 = { instancePath: instancePath + "/identity", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/identity/maxLength", keyword: "maxLength", params: { limit: 254 }, message: "must NOT have more than 254 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (func0(data0) < 3) {
          const err3 = { instancePath: instancePath + "/identity", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/identity/minLength", keyword: "minLength", params: { limit: 3 }, message: "must NOT have fewer than 3 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (!pattern0.test(data0)) {
          const err4 = { instancePath: instancePath + "/identity", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/identity/pattern", keyword: "pattern", params: { pattern: "^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$" }, message: 'must match pattern "^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$"' };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/identity", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/identity/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.password !== void 0) {
      let data1 = data.password;
      if (typeof data1 === "string") {
        if (func0(data1) > 1024) {
          const err6 = { instancePath: instancePath + "/password", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/password/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (func0(data1) < 1) {
          const err7 = { instancePath: instancePath + "/password", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/password/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/password", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/password/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.otp !== void 0) {
      let data2 = data.otp;
      if (typeof data2 === "string") {
        if (func0(data2) > 64) {
          const err9 = { instancePath: instancePath + "/otp", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/otp/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if (func0(data2) < 1) {
          const err10 = { instancePath: instancePath + "/otp", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/otp/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/otp", schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/properties/otp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "contract#/paths/~1v1~1auth~1login/post/requestBody/content/application~1json/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate0.errors = vErrors;
  return errors === 0;
}
validate0.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var generateApiKey = validate2;
var pattern1 = new RegExp("^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$", "u");
function validate2(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate2.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "description")) {
        const err0 = { instancePath, schemaPath: "contract#/paths/~1v1~1security~1apikey~1generate/post/requestBody/content/application~1json/schema/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      let data0 = data.description;
      if (typeof data0 === "string") {
        if (func0(data0) > 255) {
          const err1 = { instancePath: instancePath + "/description", schemaPath: "contract#/paths/~1v1~1security~1apikey~1generate/post/requestBody/content/application~1json/schema/properties/description/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (!pattern1.test(data0)) {
          const err2 = { instancePath: instancePath + "/description", schemaPath: "contract#/paths/~1v1~1security~1apikey~1generate/post/requestBody/content/application~1json/schema/properties/description/pattern", keyword: "pattern", params: { pattern: "^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$" }, message: 'must match pattern "^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$"' };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/description", schemaPath: "contract#/paths/~1v1~1security~1apikey~1generate/post/requestBody/content/application~1json/schema/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "contract#/paths/~1v1~1security~1apikey~1generate/post/requestBody/content/application~1json/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate2.errors = vErrors;
  return errors === 0;
}
validate2.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var generateApiKeyHeaders = validate3;
var pattern2 = new RegExp("^[!-~]([ -~]*[!-~])?$", "u");
function validate3(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate3.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["idempotency-key"] !== void 0) {
      let data0 = data["idempotency-key"];
      if (typeof data0 === "string") {
        if (func0(data0) > 255) {
          const err0 = { instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (func0(data0) < 1) {
          const err1 = { instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (!pattern2.test(data0)) {
          const err2 = { instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/pattern", keyword: "pattern", params: { pattern: "^[!-~]([ -~]*[!-~])?$" }, message: 'must match pattern "^[!-~]([ -~]*[!-~])?$"' };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate3.errors = vErrors;
  return errors === 0;
}
validate3.evaluated = { "props": { "idempotency-key": true }, "dynamicProps": false, "dynamicItems": false };
export {
  generateApiKey,
  generateApiKeyHeaders,
  login
};
