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
var IntrospectionRequest = validate7;
var func0 = require_ucs2length().default;
function validate7(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate7.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.token === void 0) {
      const err0 = { instancePath, schemaPath: "contract#/components/schemas/IntrospectionRequest/required", keyword: "required", params: { missingProperty: "token" }, message: "must have required property 'token'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.token !== void 0) {
      let data0 = data.token;
      if (typeof data0 === "string") {
        if (func0(data0) < 1) {
          const err1 = { instancePath: instancePath + "/token", schemaPath: "contract#/components/schemas/IntrospectionRequest/properties/token/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/token", schemaPath: "contract#/components/schemas/IntrospectionRequest/properties/token/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.token_type_hint !== void 0) {
      if (typeof data.token_type_hint !== "string") {
        const err3 = { instancePath: instancePath + "/token_type_hint", schemaPath: "contract#/components/schemas/IntrospectionRequest/properties/token_type_hint/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "contract#/components/schemas/IntrospectionRequest/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate7.errors = vErrors;
  return errors === 0;
}
validate7.evaluated = { "props": { "token": true, "token_type_hint": true }, "dynamicProps": false, "dynamicItems": false };
var Introspection = validate8;
var pattern1 = new RegExp("^usr_[0-9A-Za-z]{22}$", "u");
var pattern2 = new RegExp("^key_[0-9A-Za-z]{22}$", "u");
function validate9(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate9.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs1 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.active === void 0) {
      const err0 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.kind === void 0) {
      const err1 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.token_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.sub === void 0) {
      const err3 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "sub" }, message: "must have required property 'sub'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.id === void 0) {
      const err4 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.description === void 0) {
      const err5 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.iat === void 0) {
      const err6 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "iat" }, message: "must have required property 'iat'" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "active" || key0 === "kind" || key0 === "token_type" || key0 === "sub" || key0 === "id" || key0 === "description" || key0 === "iat" || key0 === "exp")) {
        const err7 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.active !== void 0) {
      let data0 = data.active;
      if (typeof data0 !== "boolean") {
        const err8 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveApiKey/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (true !== data0) {
        const err9 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveApiKey/properties/active/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.kind !== void 0) {
      let data1 = data.kind;
      if (typeof data1 !== "string") {
        const err10 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveApiKey/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if ("api_key" !== data1) {
        const err11 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveApiKey/properties/kind/const", keyword: "const", params: { allowedValue: "api_key" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.token_type !== void 0) {
      let data2 = data.token_type;
      if (typeof data2 !== "string") {
        const err12 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveApiKey/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
      if ("Bearer" !== data2) {
        const err13 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveApiKey/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.sub !== void 0) {
      let data3 = data.sub;
      if (typeof data3 === "string") {
        if (!pattern1.test(data3)) {
          const err14 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveApiKey/properties/sub/pattern", keyword: "pattern", params: { pattern: "^usr_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^usr_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveApiKey/properties/sub/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      let data4 = data.id;
      if (typeof data4 === "string") {
        if (!pattern2.test(data4)) {
          const err16 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ActiveApiKey/properties/id/pattern", keyword: "pattern", params: { pattern: "^key_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^key_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ActiveApiKey/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      if (typeof data.description !== "string") {
        const err18 = { instancePath: instancePath + "/description", schemaPath: "#/components/schemas/ActiveApiKey/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.iat !== void 0) {
      let data6 = data.iat;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
        const err19 = { instancePath: instancePath + "/iat", schemaPath: "#/components/schemas/ActiveApiKey/properties/iat/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.exp !== void 0) {
      let data7 = data.exp;
      if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
        const err20 = { instancePath: instancePath + "/exp", schemaPath: "#/components/schemas/ActiveApiKey/properties/exp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
    var props0 = true;
  }
  const _errs21 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.active === void 0) {
      const err22 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      if (vErrors === null) {
        vErrors = [err22];
      } else {
        vErrors.push(err22);
      }
      errors++;
    }
    if (data.kind === void 0) {
      const err23 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      if (vErrors === null) {
        vErrors = [err23];
      } else {
        vErrors.push(err23);
      }
      errors++;
    }
    if (data.token_type === void 0) {
      const err24 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'" };
      if (vErrors === null) {
        vErrors = [err24];
      } else {
        vErrors.push(err24);
      }
      errors++;
    }
    if (data.sub === void 0) {
      const err25 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "sub" }, message: "must have required property 'sub'" };
      if (vErrors === null) {
        vErrors = [err25];
      } else {
        vErrors.push(err25);
      }
      errors++;
    }
    if (data.iat === void 0) {
      const err26 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "iat" }, message: "must have required property 'iat'" };
      if (vErrors === null) {
        vErrors = [err26];
      } else {
        vErrors.push(err26);
      }
      errors++;
    }
    if (data.exp === void 0) {
      const err27 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "exp" }, message: "must have required property 'exp'" };
      if (vErrors === null) {
        vErrors = [err27];
      } else {
        vErrors.push(err27);
      }
      errors++;
    }
    for (const key1 in data) {
      if (!(key1 === "active" || key1 === "kind" || key1 === "token_type" || key1 === "sub" || key1 === "iat" || key1 === "exp")) {
        const err28 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.active !== void 0) {
      let data8 = data.active;
      if (typeof data8 !== "boolean") {
        const err29 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveAccessToken/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
      if (true !== data8) {
        const err30 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveAccessToken/properties/active/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
    }
    if (data.kind !== void 0) {
      let data9 = data.kind;
      if (typeof data9 !== "string") {
        const err31 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveAccessToken/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
      if ("access_token" !== data9) {
        const err32 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveAccessToken/properties/kind/const", keyword: "const", params: { allowedValue: "access_token" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
    if (data.token_type !== void 0) {
      let data10 = data.token_type;
      if (typeof data10 !== "string") {
        const err33 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveAccessToken/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
      if ("Bearer" !== data10) {
        const err34 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveAccessToken/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
    }
    if (data.sub !== void 0) {
      let data11 = data.sub;
      if (typeof data11 === "string") {
        if (!pattern1.test(data11)) {
          const err35 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveAccessToken/properties/sub/pattern", keyword: "pattern", params: { pattern: "^usr_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^usr_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err35];
          } else {
            vErrors.push(err35);
          }
          errors++;
        }
      } else {
        const err36 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveAccessToken/properties/sub/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
    }
    if (data.iat !== void 0) {
      let data12 = data.iat;
      if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)))) {
        const err37 = { instancePath: instancePath + "/iat", schemaPath: "#/components/schemas/ActiveAccessToken/properties/iat/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err37];
        } else {
          vErrors.push(err37);
        }
        errors++;
      }
    }
    if (data.exp !== void 0) {
      let data13 = data.exp;
      if (!(typeof data13 == "number" && (!(data13 % 1) && !isNaN(data13)))) {
        const err38 = { instancePath: instancePath + "/exp", schemaPath: "#/components/schemas/ActiveAccessToken/properties/exp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
  } else {
    const err39 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err39];
    } else {
      vErrors.push(err39);
    }
    errors++;
  }
  var _valid0 = _errs21 === errors;
  if (_valid0 && valid0) {
    valid0 = false;
    passing0 = [passing0, 1];
  } else {
    if (_valid0) {
      valid0 = true;
      passing0 = 1;
      if (props0 !== true) {
        props0 = true;
      }
    }
    const _errs37 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.active === void 0) {
        const err40 = { instancePath, schemaPath: "#/components/schemas/Inactive/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
      for (const key2 in data) {
        if (!(key2 === "active")) {
          const err41 = { instancePath, schemaPath: "#/components/schemas/Inactive/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
          if (vErrors === null) {
            vErrors = [err41];
          } else {
            vErrors.push(err41);
          }
          errors++;
        }
      }
      if (data.active !== void 0) {
        let data14 = data.active;
        if (typeof data14 !== "boolean") {
          const err42 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/Inactive/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          if (vErrors === null) {
            vErrors = [err42];
          } else {
            vErrors.push(err42);
          }
          errors++;
        }
        if (false !== data14) {
          const err43 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/Inactive/properties/active/const", keyword: "const", params: { allowedValue: false }, message: "must be equal to constant" };
          if (vErrors === null) {
            vErrors = [err43];
          } else {
            vErrors.push(err43);
          }
          errors++;
        }
      }
    } else {
      const err44 = { instancePath, schemaPath: "#/components/schemas/Inactive/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      if (vErrors === null) {
        vErrors = [err44];
      } else {
        vErrors.push(err44);
      }
      errors++;
    }
    var _valid0 = _errs37 === errors;
    if (_valid0 && valid0) {
      valid0 = false;
      passing0 = [passing0, 2];
    } else {
      if (_valid0) {
        valid0 = true;
        passing0 = 2;
        if (props0 !== true) {
          props0 = true;
        }
      }
    }
  }
  if (!valid0) {
    const err45 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
    if (vErrors === null) {
      vErrors = [err45];
    } else {
      vErrors.push(err45);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate9.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate9.evaluated = { "dynamicProps": true, "dynamicItems": false };
function validate8(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate8.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate9(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors);
    errors = vErrors.length;
  } else {
    var props0 = validate9.evaluated.props;
  }
  validate8.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate8.evaluated = { "dynamicProps": true, "dynamicItems": false };
var Problem = validate0;
var schema2 = { "description": "Problem details (RFC 9457), of the type `about:blank`. Nothing in them comes from the request.", "type": "object", "additionalProperties": false, "required": ["title", "status", "detail", "reason", "trace_id"], "properties": { "title": { "description": "The phrase of the status.", "type": "string", "example": "Unauthorized" }, "status": { "description": "The HTTP status.", "type": "integer", "minimum": 400, "maximum": 599, "example": 401 }, "detail": { "description": "What is wrong, for people.", "type": "string", "example": "Wrong credential" }, "reason": { "description": "What is wrong, for programs.", "type": "string", "enum": ["malformed_request", "validation_failed", "token_missing", "token_invalid", "not_found", "method_not_allowed", "request_timeout", "body_too_large", "uri_too_long", "unsupported_media_type", "headers_too_large", "internal_error", "unavailable"], "example": "token_invalid" }, "trace_id": { "description": "The id of the request in the log, as in the public contract.", "type": "string", "pattern": "^[0-9a-f]{32}$", "example": "4bf92f3577b34da6a3ce929d0e0e4736" }, "errors": { "description": "For `validation_failed`, each error in the request.", "type": "array", "items": { "$ref": "#/components/schemas/ValidationError" } } } };
var pattern0 = new RegExp("^[0-9a-f]{32}$", "u");
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
    if (data.title === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.detail === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.reason === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.trace_id === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "title" || key0 === "status" || key0 === "detail" || key0 === "reason" || key0 === "trace_id" || key0 === "errors")) {
        const err5 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      if (typeof data.title !== "string") {
        const err6 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
        const err7 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data1 == "number") {
        if (data1 > 599 || isNaN(data1)) {
          const err8 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data1 < 400 || isNaN(data1)) {
          const err9 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
    if (data.detail !== void 0) {
      if (typeof data.detail !== "string") {
        const err10 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.reason !== void 0) {
      let data3 = data.reason;
      if (typeof data3 !== "string") {
        const err11 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (!(data3 === "malformed_request" || data3 === "validation_failed" || data3 === "token_missing" || data3 === "token_invalid" || data3 === "not_found" || data3 === "method_not_allowed" || data3 === "request_timeout" || data3 === "body_too_large" || data3 === "uri_too_long" || data3 === "unsupported_media_type" || data3 === "headers_too_large" || data3 === "internal_error" || data3 === "unavailable")) {
        const err12 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/enum", keyword: "enum", params: { allowedValues: schema2.properties.reason.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.trace_id !== void 0) {
      let data4 = data.trace_id;
      if (typeof data4 === "string") {
        if (!pattern0.test(data4)) {
          const err13 = { instancePath: instancePath + "/trace_id", schemaPath: "#/properties/trace_id/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/trace_id", schemaPath: "#/properties/trace_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.errors !== void 0) {
      let data5 = data.errors;
      if (Array.isArray(data5)) {
        const len0 = data5.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data6 = data5[i0];
          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
            if (data6.location === void 0) {
              const err15 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            if (data6.rule === void 0) {
              const err16 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "rule" }, message: "must have required property 'rule'" };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
            if (data6.message === void 0) {
              const err17 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            for (const key1 in data6) {
              if (!(key1 === "location" || key1 === "rule" || key1 === "message")) {
                const err18 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            }
            if (data6.location !== void 0) {
              if (typeof data6.location !== "string") {
                const err19 = { instancePath: instancePath + "/errors/" + i0 + "/location", schemaPath: "#/components/schemas/ValidationError/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
            }
            if (data6.rule !== void 0) {
              if (typeof data6.rule !== "string") {
                const err20 = { instancePath: instancePath + "/errors/" + i0 + "/rule", schemaPath: "#/components/schemas/ValidationError/properties/rule/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err20];
                } else {
                  vErrors.push(err20);
                }
                errors++;
              }
            }
            if (data6.message !== void 0) {
              if (typeof data6.message !== "string") {
                const err21 = { instancePath: instancePath + "/errors/" + i0 + "/message", schemaPath: "#/components/schemas/ValidationError/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
            }
          } else {
            const err22 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
  } else {
    const err24 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err24];
    } else {
      vErrors.push(err24);
    }
    errors++;
  }
  validate2.errors = vErrors;
  return errors === 0;
}
validate2.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate2(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
    errors = vErrors.length;
  }
  validate0.errors = vErrors;
  return errors === 0;
}
validate0.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var IntrospectionsRequest = validate11;
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate11.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.tokens === void 0) {
      const err0 = { instancePath, schemaPath: "contract#/components/schemas/IntrospectionsRequest/required", keyword: "required", params: { missingProperty: "tokens" }, message: "must have required property 'tokens'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.tokens !== void 0) {
      let data0 = data.tokens;
      if (Array.isArray(data0)) {
        if (data0.length > 100) {
          const err1 = { instancePath: instancePath + "/tokens", schemaPath: "contract#/components/schemas/IntrospectionsRequest/properties/tokens/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err2 = { instancePath: instancePath + "/tokens", schemaPath: "contract#/components/schemas/IntrospectionsRequest/properties/tokens/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (typeof data1 === "string") {
            if (func0(data1) < 1) {
              const err3 = { instancePath: instancePath + "/tokens/" + i0, schemaPath: "contract#/components/schemas/IntrospectionsRequest/properties/tokens/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          } else {
            const err4 = { instancePath: instancePath + "/tokens/" + i0, schemaPath: "contract#/components/schemas/IntrospectionsRequest/properties/tokens/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/tokens", schemaPath: "contract#/components/schemas/IntrospectionsRequest/properties/tokens/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "contract#/components/schemas/IntrospectionsRequest/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}
validate11.evaluated = { "props": { "tokens": true }, "dynamicProps": false, "dynamicItems": false };
var Introspections = validate12;
function validate14(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate14.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs1 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.active === void 0) {
      const err0 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.kind === void 0) {
      const err1 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.token_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.sub === void 0) {
      const err3 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "sub" }, message: "must have required property 'sub'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.id === void 0) {
      const err4 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.description === void 0) {
      const err5 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.iat === void 0) {
      const err6 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/required", keyword: "required", params: { missingProperty: "iat" }, message: "must have required property 'iat'" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "active" || key0 === "kind" || key0 === "token_type" || key0 === "sub" || key0 === "id" || key0 === "description" || key0 === "iat" || key0 === "exp")) {
        const err7 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.active !== void 0) {
      let data0 = data.active;
      if (typeof data0 !== "boolean") {
        const err8 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveApiKey/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (true !== data0) {
        const err9 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveApiKey/properties/active/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.kind !== void 0) {
      let data1 = data.kind;
      if (typeof data1 !== "string") {
        const err10 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveApiKey/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if ("api_key" !== data1) {
        const err11 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveApiKey/properties/kind/const", keyword: "const", params: { allowedValue: "api_key" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.token_type !== void 0) {
      let data2 = data.token_type;
      if (typeof data2 !== "string") {
        const err12 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveApiKey/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
      if ("Bearer" !== data2) {
        const err13 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveApiKey/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.sub !== void 0) {
      let data3 = data.sub;
      if (typeof data3 === "string") {
        if (!pattern1.test(data3)) {
          const err14 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveApiKey/properties/sub/pattern", keyword: "pattern", params: { pattern: "^usr_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^usr_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveApiKey/properties/sub/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      let data4 = data.id;
      if (typeof data4 === "string") {
        if (!pattern2.test(data4)) {
          const err16 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ActiveApiKey/properties/id/pattern", keyword: "pattern", params: { pattern: "^key_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^key_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ActiveApiKey/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      if (typeof data.description !== "string") {
        const err18 = { instancePath: instancePath + "/description", schemaPath: "#/components/schemas/ActiveApiKey/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.iat !== void 0) {
      let data6 = data.iat;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
        const err19 = { instancePath: instancePath + "/iat", schemaPath: "#/components/schemas/ActiveApiKey/properties/iat/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.exp !== void 0) {
      let data7 = data.exp;
      if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
        const err20 = { instancePath: instancePath + "/exp", schemaPath: "#/components/schemas/ActiveApiKey/properties/exp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/components/schemas/ActiveApiKey/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
    var props0 = true;
  }
  const _errs21 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.active === void 0) {
      const err22 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      if (vErrors === null) {
        vErrors = [err22];
      } else {
        vErrors.push(err22);
      }
      errors++;
    }
    if (data.kind === void 0) {
      const err23 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      if (vErrors === null) {
        vErrors = [err23];
      } else {
        vErrors.push(err23);
      }
      errors++;
    }
    if (data.token_type === void 0) {
      const err24 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'" };
      if (vErrors === null) {
        vErrors = [err24];
      } else {
        vErrors.push(err24);
      }
      errors++;
    }
    if (data.sub === void 0) {
      const err25 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "sub" }, message: "must have required property 'sub'" };
      if (vErrors === null) {
        vErrors = [err25];
      } else {
        vErrors.push(err25);
      }
      errors++;
    }
    if (data.iat === void 0) {
      const err26 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "iat" }, message: "must have required property 'iat'" };
      if (vErrors === null) {
        vErrors = [err26];
      } else {
        vErrors.push(err26);
      }
      errors++;
    }
    if (data.exp === void 0) {
      const err27 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/required", keyword: "required", params: { missingProperty: "exp" }, message: "must have required property 'exp'" };
      if (vErrors === null) {
        vErrors = [err27];
      } else {
        vErrors.push(err27);
      }
      errors++;
    }
    for (const key1 in data) {
      if (!(key1 === "active" || key1 === "kind" || key1 === "token_type" || key1 === "sub" || key1 === "iat" || key1 === "exp")) {
        const err28 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.active !== void 0) {
      let data8 = data.active;
      if (typeof data8 !== "boolean") {
        const err29 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveAccessToken/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
      if (true !== data8) {
        const err30 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/ActiveAccessToken/properties/active/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
    }
    if (data.kind !== void 0) {
      let data9 = data.kind;
      if (typeof data9 !== "string") {
        const err31 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveAccessToken/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
      if ("access_token" !== data9) {
        const err32 = { instancePath: instancePath + "/kind", schemaPath: "#/components/schemas/ActiveAccessToken/properties/kind/const", keyword: "const", params: { allowedValue: "access_token" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
    if (data.token_type !== void 0) {
      let data10 = data.token_type;
      if (typeof data10 !== "string") {
        const err33 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveAccessToken/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
      if ("Bearer" !== data10) {
        const err34 = { instancePath: instancePath + "/token_type", schemaPath: "#/components/schemas/ActiveAccessToken/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
    }
    if (data.sub !== void 0) {
      let data11 = data.sub;
      if (typeof data11 === "string") {
        if (!pattern1.test(data11)) {
          const err35 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveAccessToken/properties/sub/pattern", keyword: "pattern", params: { pattern: "^usr_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^usr_[0-9A-Za-z]{22}$"' };
          if (vErrors === null) {
            vErrors = [err35];
          } else {
            vErrors.push(err35);
          }
          errors++;
        }
      } else {
        const err36 = { instancePath: instancePath + "/sub", schemaPath: "#/components/schemas/ActiveAccessToken/properties/sub/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
    }
    if (data.iat !== void 0) {
      let data12 = data.iat;
      if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)))) {
        const err37 = { instancePath: instancePath + "/iat", schemaPath: "#/components/schemas/ActiveAccessToken/properties/iat/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err37];
        } else {
          vErrors.push(err37);
        }
        errors++;
      }
    }
    if (data.exp !== void 0) {
      let data13 = data.exp;
      if (!(typeof data13 == "number" && (!(data13 % 1) && !isNaN(data13)))) {
        const err38 = { instancePath: instancePath + "/exp", schemaPath: "#/components/schemas/ActiveAccessToken/properties/exp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
  } else {
    const err39 = { instancePath, schemaPath: "#/components/schemas/ActiveAccessToken/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err39];
    } else {
      vErrors.push(err39);
    }
    errors++;
  }
  var _valid0 = _errs21 === errors;
  if (_valid0 && valid0) {
    valid0 = false;
    passing0 = [passing0, 1];
  } else {
    if (_valid0) {
      valid0 = true;
      passing0 = 1;
      if (props0 !== true) {
        props0 = true;
      }
    }
    const _errs37 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.active === void 0) {
        const err40 = { instancePath, schemaPath: "#/components/schemas/Inactive/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
      for (const key2 in data) {
        if (!(key2 === "active")) {
          const err41 = { instancePath, schemaPath: "#/components/schemas/Inactive/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
          if (vErrors === null) {
            vErrors = [err41];
          } else {
            vErrors.push(err41);
          }
          errors++;
        }
      }
      if (data.active !== void 0) {
        let data14 = data.active;
        if (typeof data14 !== "boolean") {
          const err42 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/Inactive/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          if (vErrors === null) {
            vErrors = [err42];
          } else {
            vErrors.push(err42);
          }
          errors++;
        }
        if (false !== data14) {
          const err43 = { instancePath: instancePath + "/active", schemaPath: "#/components/schemas/Inactive/properties/active/const", keyword: "const", params: { allowedValue: false }, message: "must be equal to constant" };
          if (vErrors === null) {
            vErrors = [err43];
          } else {
            vErrors.push(err43);
          }
          errors++;
        }
      }
    } else {
      const err44 = { instancePath, schemaPath: "#/components/schemas/Inactive/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      if (vErrors === null) {
        vErrors = [err44];
      } else {
        vErrors.push(err44);
      }
      errors++;
    }
    var _valid0 = _errs37 === errors;
    if (_valid0 && valid0) {
      valid0 = false;
      passing0 = [passing0, 2];
    } else {
      if (_valid0) {
        valid0 = true;
        passing0 = 2;
        if (props0 !== true) {
          props0 = true;
        }
      }
    }
  }
  if (!valid0) {
    const err45 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
    if (vErrors === null) {
      vErrors = [err45];
    } else {
      vErrors.push(err45);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate14.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate14.evaluated = { "dynamicProps": true, "dynamicItems": false };
function validate13(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate13.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.results === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "results" }, message: "must have required property 'results'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "results")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.results !== void 0) {
      let data0 = data.results;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate14(data0[i0], { instancePath: instancePath + "/results/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate13.errors = vErrors;
  return errors === 0;
}
validate13.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate12(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate12.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate13(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
    errors = vErrors.length;
  }
  validate12.errors = vErrors;
  return errors === 0;
}
validate12.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var Liveness = validate17;
function validate17(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate17.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.live === void 0) {
      const err0 = { instancePath, schemaPath: "contract#/components/schemas/Liveness/required", keyword: "required", params: { missingProperty: "live" }, message: "must have required property 'live'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "live")) {
        const err1 = { instancePath, schemaPath: "contract#/components/schemas/Liveness/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.live !== void 0) {
      let data0 = data.live;
      if (typeof data0 !== "boolean") {
        const err2 = { instancePath: instancePath + "/live", schemaPath: "contract#/components/schemas/Liveness/properties/live/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (true !== data0) {
        const err3 = { instancePath: instancePath + "/live", schemaPath: "contract#/components/schemas/Liveness/properties/live/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "contract#/components/schemas/Liveness/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate17.errors = vErrors;
  return errors === 0;
}
validate17.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var Readiness = validate4;
var schema6 = { "description": "The outcome of a check.", "type": "string", "enum": ["ok", "failed"], "example": "ok" };
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate5.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ready === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ready" }, message: "must have required property 'ready'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.checks === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "checks" }, message: "must have required property 'checks'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "ready" || key0 === "checks" || key0 === "reason")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.ready !== void 0) {
      if (typeof data.ready !== "boolean") {
        const err3 = { instancePath: instancePath + "/ready", schemaPath: "#/properties/ready/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.checks !== void 0) {
      let data1 = data.checks;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.accepting === void 0) {
          const err4 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/required", keyword: "required", params: { missingProperty: "accepting" }, message: "must have required property 'accepting'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data1.store_read === void 0) {
          const err5 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/required", keyword: "required", params: { missingProperty: "store_read" }, message: "must have required property 'store_read'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data1.store_write === void 0) {
          const err6 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/required", keyword: "required", params: { missingProperty: "store_write" }, message: "must have required property 'store_write'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        for (const key1 in data1) {
          if (!(key1 === "accepting" || key1 === "store_read" || key1 === "store_write")) {
            const err7 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data1.accepting !== void 0) {
          let data2 = data1.accepting;
          if (typeof data2 !== "string") {
            const err8 = { instancePath: instancePath + "/checks/accepting", schemaPath: "#/components/schemas/Check/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data2 === "ok" || data2 === "failed")) {
            const err9 = { instancePath: instancePath + "/checks/accepting", schemaPath: "#/components/schemas/Check/enum", keyword: "enum", params: { allowedValues: schema6.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data1.store_read !== void 0) {
          let data3 = data1.store_read;
          if (typeof data3 !== "string") {
            const err10 = { instancePath: instancePath + "/checks/store_read", schemaPath: "#/components/schemas/Check/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
          if (!(data3 === "ok" || data3 === "failed")) {
            const err11 = { instancePath: instancePath + "/checks/store_read", schemaPath: "#/components/schemas/Check/enum", keyword: "enum", params: { allowedValues: schema6.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data1.store_write !== void 0) {
          let data4 = data1.store_write;
          if (typeof data4 !== "string") {
            const err12 = { instancePath: instancePath + "/checks/store_write", schemaPath: "#/components/schemas/Check/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          if (!(data4 === "ok" || data4 === "failed")) {
            const err13 = { instancePath: instancePath + "/checks/store_write", schemaPath: "#/components/schemas/Check/enum", keyword: "enum", params: { allowedValues: schema6.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.reason !== void 0) {
      if (typeof data.reason !== "string") {
        const err15 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  } else {
    const err16 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err16];
    } else {
      vErrors.push(err16);
    }
    errors++;
  }
  validate5.errors = vErrors;
  return errors === 0;
}
validate5.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate4(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate4.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate5(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
    errors = vErrors.length;
  }
  validate4.errors = vErrors;
  return errors === 0;
}
validate4.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var checks = { introspect: { request: IntrospectionRequest, responses: { 200: Introspection, 400: Problem, 401: Problem, 404: Problem, 405: Problem, 408: Problem, 413: Problem, 414: Problem, 415: Problem, 431: Problem, 500: Problem, 503: Problem } }, introspectMany: { request: IntrospectionsRequest, responses: { 200: Introspections, 400: Problem, 401: Problem, 404: Problem, 405: Problem, 408: Problem, 413: Problem, 414: Problem, 415: Problem, 431: Problem, 500: Problem, 503: Problem } }, getLiveness: { request: () => true, responses: { 200: Liveness, 400: Problem, 404: Problem, 405: Problem, 408: Problem, 413: Problem, 414: Problem, 431: Problem, 500: Problem } }, getReadiness: { request: () => true, responses: { 200: Readiness, 400: Problem, 404: Problem, 405: Problem, 408: Problem, 413: Problem, 414: Problem, 431: Problem, 500: Problem, 503: Readiness } }, getMetrics: { request: () => true, responses: { 400: Problem, 401: Problem, 404: Problem, 405: Problem, 408: Problem, 413: Problem, 414: Problem, 431: Problem, 500: Problem } } };
export {
  Introspection,
  IntrospectionRequest,
  Introspections,
  IntrospectionsRequest,
  Liveness,
  Problem,
  Readiness,
  checks
};
