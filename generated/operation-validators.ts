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

// node_modules/ajv-formats/dist/formats.js
var require_formats = __commonJS({
  "node_modules/ajv-formats/dist/formats.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
    function fmtDef(validate, compare) {
      return { validate, compare };
    }
    exports.fullFormats = {
      // date: http://tools.ietf.org/html/rfc3339#section-5.6
      date: fmtDef(date, compareDate),
      // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
      time: fmtDef(getTime(true), compareTime),
      "date-time": fmtDef(getDateTime(true), compareDateTime),
      "iso-time": fmtDef(getTime(), compareIsoTime),
      "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
      // duration: https://tools.ietf.org/html/rfc3339#appendix-A
      duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
      uri,
      "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
      // uri-template: https://tools.ietf.org/html/rfc6570
      "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
      // For the source: https://gist.github.com/dperini/729294
      // For test cases: https://mathiasbynens.be/demo/url-regex
      url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
      email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
      hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
      // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
      ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
      ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
      regex,
      // uuid: http://tools.ietf.org/html/rfc4122
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      // JSON-pointer: https://tools.ietf.org/html/rfc6901
      // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
      "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
      // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
      "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
      // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
      // byte: https://github.com/miguelmota/is-base64
      byte,
      // signed 32 bit integer
      int32: { type: "number", validate: validateInt32 },
      // signed 64 bit integer
      int64: { type: "number", validate: validateInt64 },
      // C-type float
      float: { type: "number", validate: validateNumber },
      // C-type double
      double: { type: "number", validate: validateNumber },
      // hint to the UI to hide input strings
      password: true,
      // unchecked string payload
      binary: true
    };
    exports.fastFormats = {
      ...exports.fullFormats,
      date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
      time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
      "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
      "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
      "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
      // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
      uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
      "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
      // email (sources from jsen validator):
      // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
      // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
      email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
    };
    exports.formatNames = Object.keys(exports.fullFormats);
    function isLeapYear(year) {
      return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    }
    var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
    var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    function date(str) {
      const matches = DATE.exec(str);
      if (!matches)
        return false;
      const year = +matches[1];
      const month = +matches[2];
      const day = +matches[3];
      return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
    }
    function compareDate(d1, d2) {
      if (!(d1 && d2))
        return void 0;
      if (d1 > d2)
        return 1;
      if (d1 < d2)
        return -1;
      return 0;
    }
    var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
    function getTime(strictTimeZone) {
      return function time(str) {
        const matches = TIME.exec(str);
        if (!matches)
          return false;
        const hr = +matches[1];
        const min = +matches[2];
        const sec = +matches[3];
        const tz = matches[4];
        const tzSign = matches[5] === "-" ? -1 : 1;
        const tzH = +(matches[6] || 0);
        const tzM = +(matches[7] || 0);
        if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
          return false;
        if (hr <= 23 && min <= 59 && sec < 60)
          return true;
        const utcMin = min - tzM * tzSign;
        const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
        return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
      };
    }
    function compareTime(s1, s2) {
      if (!(s1 && s2))
        return void 0;
      const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
      const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
      if (!(t1 && t2))
        return void 0;
      return t1 - t2;
    }
    function compareIsoTime(t1, t2) {
      if (!(t1 && t2))
        return void 0;
      const a1 = TIME.exec(t1);
      const a2 = TIME.exec(t2);
      if (!(a1 && a2))
        return void 0;
      t1 = a1[1] + a1[2] + a1[3];
      t2 = a2[1] + a2[2] + a2[3];
      if (t1 > t2)
        return 1;
      if (t1 < t2)
        return -1;
      return 0;
    }
    var DATE_TIME_SEPARATOR = /t|\s/i;
    function getDateTime(strictTimeZone) {
      const time = getTime(strictTimeZone);
      return function date_time(str) {
        const dateTime = str.split(DATE_TIME_SEPARATOR);
        return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
      };
    }
    function compareDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const d1 = new Date(dt1).valueOf();
      const d2 = new Date(dt2).valueOf();
      if (!(d1 && d2))
        return void 0;
      return d1 - d2;
    }
    function compareIsoDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
      const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
      const res = compareDate(d1, d2);
      if (res === void 0)
        return void 0;
      return res || compareTime(t1, t2);
    }
    var NOT_URI_FRAGMENT = /\/|:/;
    var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
    function uri(str) {
      return NOT_URI_FRAGMENT.test(str) && URI.test(str);
    }
    var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
    function byte(str) {
      BYTE.lastIndex = 0;
      return BYTE.test(str);
    }
    var MIN_INT32 = -(2 ** 31);
    var MAX_INT32 = 2 ** 31 - 1;
    function validateInt32(value) {
      return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
    }
    function validateInt64(value) {
      return Number.isInteger(value);
    }
    function validateNumber() {
      return true;
    }
    var Z_ANCHOR = /[^\\]\\Z/;
    function regex(str) {
      if (Z_ANCHOR.test(str))
        return false;
      try {
        new RegExp(str);
        return true;
      } catch (e) {
        return false;
      }
    }
  }
});

// <stdin>
var LoginRequest = validate43;
var func0 = require_ucs2length().default;
var pattern13 = new RegExp("^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$", "u");
function validate43(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate43.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.identity === void 0) {
      const err0 = { instancePath, schemaPath: "contract#/components/schemas/LoginRequest/required", keyword: "required", params: { missingProperty: "identity" }, message: "must have required property 'identity'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "identity" || key0 === "password" || key0 === "otp")) {
        const err1 = { instancePath, schemaPath: "contract#/components/schemas/LoginRequest/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
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
          const err2 = { instancePath: instancePath + "/identity", schemaPath: "contract#/components/schemas/LoginRequest/properties/identity/maxLength", keyword: "maxLength", params: { limit: 254 }, message: "must NOT have more than 254 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (func0(data0) < 3) {
          const err3 = { instancePath: instancePath + "/identity", schemaPath: "contract#/components/schemas/LoginRequest/properties/identity/minLength", keyword: "minLength", params: { limit: 3 }, message: "must NOT have fewer than 3 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (!pattern13.test(data0)) {
          const err4 = { instancePath: instancePath + "/identity", schemaPath: "contract#/components/schemas/LoginRequest/properties/identity/pattern", keyword: "pattern", params: { pattern: "^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$" }, message: 'must match pattern "^([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+@([^@\u0001- \u007F-\u00A0\u061C\u1680\u2000-\u200A\u200E\u200F‧-\u202F\u205F\u2066-\u2069\u3000\uFEFF]|‧)+$"' };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/identity", schemaPath: "contract#/components/schemas/LoginRequest/properties/identity/type", keyword: "type", params: { type: "string" }, message: "must be string" };
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
          const err6 = { instancePath: instancePath + "/password", schemaPath: "contract#/components/schemas/LoginRequest/properties/password/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (func0(data1) < 1) {
          const err7 = { instancePath: instancePath + "/password", schemaPath: "contract#/components/schemas/LoginRequest/properties/password/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/password", schemaPath: "contract#/components/schemas/LoginRequest/properties/password/type", keyword: "type", params: { type: "string" }, message: "must be string" };
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
          const err9 = { instancePath: instancePath + "/otp", schemaPath: "contract#/components/schemas/LoginRequest/properties/otp/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if (func0(data2) < 1) {
          const err10 = { instancePath: instancePath + "/otp", schemaPath: "contract#/components/schemas/LoginRequest/properties/otp/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/otp", schemaPath: "contract#/components/schemas/LoginRequest/properties/otp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "contract#/components/schemas/LoginRequest/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate43.errors = vErrors;
  return errors === 0;
}
validate43.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var LoginEnvelope = validate44;
var pattern0 = new RegExp("^[0-9a-f]{32}$", "u");
function validate46(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate46.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.code === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.message === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.trace_id === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.code !== void 0) {
      let data0 = data.code;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        const err3 = { instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (200 !== data0) {
        const err4 = { instancePath: instancePath + "/code", schemaPath: "#/properties/code/const", keyword: "const", params: { allowedValue: 200 }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      let data1 = data.message;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("OK" !== data1) {
        const err6 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/const", keyword: "const", params: { allowedValue: "OK" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.trace_id !== void 0) {
      let data2 = data.trace_id;
      if (typeof data2 === "string") {
        if (!pattern0.test(data2)) {
          const err7 = { instancePath: instancePath + "/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate46.errors = vErrors;
  return errors === 0;
}
validate46.evaluated = { "props": { "code": true, "message": true, "trace_id": true }, "dynamicProps": false, "dynamicItems": false };
var pattern15 = new RegExp("^aat_[0-9A-Za-z]{49}$", "u");
var pattern16 = new RegExp("^usr_[0-9A-Za-z]{22}$", "u");
function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate45.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status !== void 0) {
      if (!validate46(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
        errors = vErrors.length;
      }
    }
    if (data.data !== void 0) {
      let data1 = data.data;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.access_token === void 0) {
          const err2 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "access_token" }, message: "must have required property 'access_token'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data1.token_type === void 0) {
          const err3 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.expires_in === void 0) {
          const err4 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "expires_in" }, message: "must have required property 'expires_in'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data1.me_id === void 0) {
          const err5 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "me_id" }, message: "must have required property 'me_id'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data1.mfa_enabled === void 0) {
          const err6 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "mfa_enabled" }, message: "must have required property 'mfa_enabled'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data1.nickname === void 0) {
          const err7 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/required", keyword: "required", params: { missingProperty: "nickname" }, message: "must have required property 'nickname'" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data1.access_token !== void 0) {
          let data2 = data1.access_token;
          if (typeof data2 === "string") {
            if (!pattern15.test(data2)) {
              const err8 = { instancePath: instancePath + "/data/access_token", schemaPath: "#/components/schemas/LoginResult/properties/access_token/pattern", keyword: "pattern", params: { pattern: "^aat_[0-9A-Za-z]{49}$" }, message: 'must match pattern "^aat_[0-9A-Za-z]{49}$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/data/access_token", schemaPath: "#/components/schemas/LoginResult/properties/access_token/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data1.token_type !== void 0) {
          let data3 = data1.token_type;
          if (typeof data3 !== "string") {
            const err10 = { instancePath: instancePath + "/data/token_type", schemaPath: "#/components/schemas/LoginResult/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
          if ("Bearer" !== data3) {
            const err11 = { instancePath: instancePath + "/data/token_type", schemaPath: "#/components/schemas/LoginResult/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data1.expires_in !== void 0) {
          let data4 = data1.expires_in;
          if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)))) {
            const err12 = { instancePath: instancePath + "/data/expires_in", schemaPath: "#/components/schemas/LoginResult/properties/expires_in/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          if (typeof data4 == "number") {
            if (data4 < 1 || isNaN(data4)) {
              const err13 = { instancePath: instancePath + "/data/expires_in", schemaPath: "#/components/schemas/LoginResult/properties/expires_in/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          }
        }
        if (data1.me_id !== void 0) {
          let data5 = data1.me_id;
          if (typeof data5 === "string") {
            if (!pattern16.test(data5)) {
              const err14 = { instancePath: instancePath + "/data/me_id", schemaPath: "#/components/schemas/LoginResult/properties/me_id/pattern", keyword: "pattern", params: { pattern: "^usr_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^usr_[0-9A-Za-z]{22}$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/data/me_id", schemaPath: "#/components/schemas/LoginResult/properties/me_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data1.mfa_enabled !== void 0) {
          if (typeof data1.mfa_enabled !== "boolean") {
            const err16 = { instancePath: instancePath + "/data/mfa_enabled", schemaPath: "#/components/schemas/LoginResult/properties/mfa_enabled/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data1.nickname !== void 0) {
          if (typeof data1.nickname !== "string") {
            const err17 = { instancePath: instancePath + "/data/nickname", schemaPath: "#/components/schemas/LoginResult/properties/nickname/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/LoginResult/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data8 = data.output;
      if (!(data8 && typeof data8 == "object" && !Array.isArray(data8))) {
        const err19 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data9 = data.usage;
      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
        if (data9.latency_ms !== void 0) {
          let data10 = data9.latency_ms;
          if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)))) {
            const err20 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
          if (typeof data10 == "number") {
            if (data10 < 0 || isNaN(data10)) {
              const err21 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
          }
        }
      } else {
        const err22 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
  } else {
    const err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err23];
    } else {
      vErrors.push(err23);
    }
    errors++;
  }
  validate45.errors = vErrors;
  return errors === 0;
}
validate45.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate44.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate45(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
    errors = vErrors.length;
  }
  validate44.errors = vErrors;
  return errors === 0;
}
validate44.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var BadRequest = validate0;
var schema3 = { "type": "object", "description": "The envelope of a failure: the server could not read the request.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 400, "example": 400 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["malformed_request"], "x-extensible-enum": ["malformed_request"], "example": "malformed_request" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
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
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (400 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 400 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "malformed_request")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema3.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate3.errors = vErrors;
  return errors === 0;
}
validate3.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var schema8 = { "type": "object", "description": "The envelope of a failure: the request does not match the contract.", "x-decision": "errors", "required": ["status", "data"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 400, "example": 400 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["validation_failed"], "x-extensible-enum": ["validation_failed"], "example": "validation_failed" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "data": { "$ref": "#/components/schemas/ValidationErrors" }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate6(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate6.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.errors === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "errors" }, message: "must have required property 'errors'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.errors !== void 0) {
      let data0 = data.errors;
      if (Array.isArray(data0)) {
        if (data0.length < 1) {
          const err1 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
            if (data1.location === void 0) {
              const err2 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (data1.rule === void 0) {
              const err3 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "rule" }, message: "must have required property 'rule'" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (data1.message === void 0) {
              const err4 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (data1.location !== void 0) {
              if (typeof data1.location !== "string") {
                const err5 = { instancePath: instancePath + "/errors/" + i0 + "/location", schemaPath: "#/components/schemas/ValidationError/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
            if (data1.rule !== void 0) {
              if (typeof data1.rule !== "string") {
                const err6 = { instancePath: instancePath + "/errors/" + i0 + "/rule", schemaPath: "#/components/schemas/ValidationError/properties/rule/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            }
            if (data1.message !== void 0) {
              if (typeof data1.message !== "string") {
                const err7 = { instancePath: instancePath + "/errors/" + i0 + "/message", schemaPath: "#/components/schemas/ValidationError/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
          } else {
            const err8 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/components/schemas/ValidationError/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate6.errors = vErrors;
  return errors === 0;
}
validate6.evaluated = { "props": { "errors": true }, "dynamicProps": false, "dynamicItems": false };
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
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err5 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
          if (400 !== data1) {
            const err7 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 400 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err8 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
          if (!(data3 === "validation_failed")) {
            const err10 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema8.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
          } else {
            const err12 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      if (!validate6(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors);
        errors = vErrors.length;
      }
    }
    if (data.output !== void 0) {
      let data6 = data.output;
      if (!(data6 && typeof data6 == "object" && !Array.isArray(data6))) {
        const err14 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data7 = data.usage;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (data7.latency_ms !== void 0) {
          let data8 = data7.latency_ms;
          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)))) {
            const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
          if (typeof data8 == "number") {
            if (data8 < 0 || isNaN(data8)) {
              const err16 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          }
        }
      } else {
        const err17 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
  } else {
    const err18 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate5.errors = vErrors;
  return errors === 0;
}
validate5.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
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
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (!validate3(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
    errors = vErrors.length;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (_valid0) {
    var props0 = {};
    props0.status = true;
    props0.output = true;
    props0.usage = true;
  }
  const _errs2 = errors;
  if (!validate5(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
    errors = vErrors.length;
  }
  var _valid0 = _errs2 === errors;
  valid0 = valid0 || _valid0;
  if (_valid0) {
    if (props0 !== true) {
      props0 = props0 || {};
      props0.status = true;
      props0.data = true;
      props0.output = true;
      props0.usage = true;
    }
  }
  if (!valid0) {
    const err0 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
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
  validate2.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate2.evaluated = { "dynamicProps": true, "dynamicItems": false };
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
  } else {
    var props0 = validate2.evaluated.props;
  }
  validate0.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate0.evaluated = { "dynamicProps": true, "dynamicItems": false };
var LoginRefusedEnvelope = validate49;
var schema91 = { "type": "object", "description": "The envelope of a failure: the login is rejected.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 401, "example": 401 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["password_required", "invalid_credentials", "otp_required", "otp_invalid"], "x-extensible-enum": ["password_required", "invalid_credentials", "otp_required", "otp_invalid"], "example": "password_required" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate50.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (401 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 401 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "password_required" || data3 === "invalid_credentials" || data3 === "otp_required" || data3 === "otp_invalid")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema91.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate50.errors = vErrors;
  return errors === 0;
}
validate50.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate49(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate49.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate50(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate50.errors : vErrors.concat(validate50.errors);
    errors = vErrors.length;
  }
  validate49.errors = vErrors;
  return errors === 0;
}
validate49.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var NotFoundEnvelope = validate10;
var schema16 = { "type": "object", "description": "The envelope of a failure: the service does not have the path.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 404, "example": 404 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["not_found"], "x-extensible-enum": ["not_found"], "example": "not_found" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
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
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (404 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 404 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "not_found")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema16.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}
validate11.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate10.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate11(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
    errors = vErrors.length;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
validate10.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var MethodNotAllowedEnvelope = validate13;
var schema22 = { "type": "object", "description": "The envelope of a failure: the path does not have the method.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 405, "example": 405 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["method_not_allowed"], "x-extensible-enum": ["method_not_allowed"], "example": "method_not_allowed" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
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
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (405 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 405 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "method_not_allowed")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema22.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate14.errors = vErrors;
  return errors === 0;
}
validate14.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate14(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
    errors = vErrors.length;
  }
  validate13.errors = vErrors;
  return errors === 0;
}
validate13.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var RequestTimeoutEnvelope = validate16;
var schema28 = { "type": "object", "description": "The envelope of a failure: the request did not arrive in time.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 408, "example": 408 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["request_timeout"], "x-extensible-enum": ["request_timeout"], "example": "request_timeout" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
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
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (408 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 408 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "request_timeout")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema28.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate17.errors = vErrors;
  return errors === 0;
}
validate17.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate16(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate16.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate17(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
    errors = vErrors.length;
  }
  validate16.errors = vErrors;
  return errors === 0;
}
validate16.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var BodyTooLargeEnvelope = validate19;
var schema34 = { "type": "object", "description": "The envelope of a failure: the body is too large.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 413, "example": 413 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["body_too_large"], "x-extensible-enum": ["body_too_large"], "example": "body_too_large" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
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
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (413 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 413 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "body_too_large")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema34.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate19(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate19.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate20(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
    errors = vErrors.length;
  }
  validate19.errors = vErrors;
  return errors === 0;
}
validate19.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var UriTooLongEnvelope = validate22;
var schema40 = { "type": "object", "description": "The envelope of a failure: the request target is too long.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 414, "example": 414 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["uri_too_long"], "x-extensible-enum": ["uri_too_long"], "example": "uri_too_long" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (414 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 414 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "uri_too_long")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema40.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
validate23.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate23(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
    errors = vErrors.length;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var UnsupportedMediaTypeEnvelope = validate25;
var schema46 = { "type": "object", "description": "The envelope of a failure: the body has another media type.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 415, "example": 415 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["unsupported_media_type"], "x-extensible-enum": ["unsupported_media_type"], "example": "unsupported_media_type" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (415 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 415 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "unsupported_media_type")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema46.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate25.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate26(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
    errors = vErrors.length;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var RateLimitedEnvelope = validate28;
var schema52 = { "type": "object", "description": "The envelope of a failure: the caller must wait.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 429, "example": 429 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["rate_limited"], "x-extensible-enum": ["rate_limited"], "example": "rate_limited" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (429 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 429 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "rate_limited")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema52.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate29.errors = vErrors;
  return errors === 0;
}
validate29.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate28.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate29(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
    errors = vErrors.length;
  }
  validate28.errors = vErrors;
  return errors === 0;
}
validate28.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var HeadersTooLargeEnvelope = validate31;
var schema58 = { "type": "object", "description": "The envelope of a failure: the header block is too large.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 431, "example": 431 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["headers_too_large"], "x-extensible-enum": ["headers_too_large"], "example": "headers_too_large" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (431 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 431 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "headers_too_large")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema58.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}
validate32.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate31.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate32(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
    errors = vErrors.length;
  }
  validate31.errors = vErrors;
  return errors === 0;
}
validate31.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var InternalErrorEnvelope = validate34;
var schema64 = { "type": "object", "description": "The envelope of a failure: the service failed.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 500, "example": 500 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["internal_error"], "x-extensible-enum": ["internal_error"], "example": "internal_error" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate35.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (500 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 500 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "internal_error")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema64.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate35.errors = vErrors;
  return errors === 0;
}
validate35.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate34.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate35(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
    errors = vErrors.length;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
validate34.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var UnavailableEnvelope = validate37;
var schema70 = { "type": "object", "description": "The envelope of a failure: the service is temporarily unavailable.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 503, "example": 503 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["unavailable"], "x-extensible-enum": ["unavailable"], "example": "unavailable" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate38.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (503 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 503 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "unavailable")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema70.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate38.errors = vErrors;
  return errors === 0;
}
validate38.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate37.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate38(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
    errors = vErrors.length;
  }
  validate37.errors = vErrors;
  return errors === 0;
}
validate37.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var generateApiKeyHeaders = validate52;
var pattern18 = new RegExp("^[!-~]([ -~]*[!-~])?$", "u");
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate52.evaluated;
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
        if (!pattern18.test(data0)) {
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
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": { "idempotency-key": true }, "dynamicProps": false, "dynamicItems": false };
var GenerateApiKeyRequest = validate53;
var pattern19 = new RegExp("^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$", "u");
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate53.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "description")) {
        const err0 = { instancePath, schemaPath: "contract#/components/schemas/GenerateApiKeyRequest/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
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
          const err1 = { instancePath: instancePath + "/description", schemaPath: "contract#/components/schemas/GenerateApiKeyRequest/properties/description/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (!pattern19.test(data0)) {
          const err2 = { instancePath: instancePath + "/description", schemaPath: "contract#/components/schemas/GenerateApiKeyRequest/properties/description/pattern", keyword: "pattern", params: { pattern: "^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$" }, message: 'must match pattern "^([^\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F‧-\u202E\u2066-\u2069]|‧)*$"' };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/description", schemaPath: "contract#/components/schemas/GenerateApiKeyRequest/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "contract#/components/schemas/GenerateApiKeyRequest/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
validate53.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var GenerateApiKeyEnvelope = validate54;
var pattern20 = new RegExp("^key_[0-9A-Za-z]{22}$", "u");
var pattern21 = new RegExp("^aak_[0-9A-Za-z]{49}$", "u");
var pattern22 = new RegExp("^aak_[0-9A-Za-z]{8}$", "u");
var formats0 = require_formats().fastFormats["date-time"];
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate55.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status !== void 0) {
      if (!validate46(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
        errors = vErrors.length;
      }
    }
    if (data.data !== void 0) {
      let data1 = data.data;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.id === void 0) {
          const err2 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data1.api_key === void 0) {
          const err3 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "api_key" }, message: "must have required property 'api_key'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.note === void 0) {
          const err4 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "note" }, message: "must have required property 'note'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data1.description === void 0) {
          const err5 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data1.created_at === void 0) {
          const err6 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data1.key_prefix === void 0) {
          const err7 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/required", keyword: "required", params: { missingProperty: "key_prefix" }, message: "must have required property 'key_prefix'" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data1.id !== void 0) {
          let data2 = data1.id;
          if (typeof data2 === "string") {
            if (!pattern20.test(data2)) {
              const err8 = { instancePath: instancePath + "/data/id", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/id/pattern", keyword: "pattern", params: { pattern: "^key_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^key_[0-9A-Za-z]{22}$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/data/id", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data1.api_key !== void 0) {
          let data3 = data1.api_key;
          if (typeof data3 === "string") {
            if (!pattern21.test(data3)) {
              const err10 = { instancePath: instancePath + "/data/api_key", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/api_key/pattern", keyword: "pattern", params: { pattern: "^aak_[0-9A-Za-z]{49}$" }, message: 'must match pattern "^aak_[0-9A-Za-z]{49}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/data/api_key", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/api_key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data1.note !== void 0) {
          if (typeof data1.note !== "string") {
            const err12 = { instancePath: instancePath + "/data/note", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data1.description !== void 0) {
          if (typeof data1.description !== "string") {
            const err13 = { instancePath: instancePath + "/data/description", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data1.created_at !== void 0) {
          let data6 = data1.created_at;
          if (typeof data6 === "string") {
            if (!formats0.validate.test(data6)) {
              const err14 = { instancePath: instancePath + "/data/created_at", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/data/created_at", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data1.key_prefix !== void 0) {
          let data7 = data1.key_prefix;
          if (typeof data7 === "string") {
            if (!pattern22.test(data7)) {
              const err16 = { instancePath: instancePath + "/data/key_prefix", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/key_prefix/pattern", keyword: "pattern", params: { pattern: "^aak_[0-9A-Za-z]{8}$" }, message: 'must match pattern "^aak_[0-9A-Za-z]{8}$"' };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          } else {
            const err17 = { instancePath: instancePath + "/data/key_prefix", schemaPath: "#/components/schemas/GenerateApiKeyResult/properties/key_prefix/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/GenerateApiKeyResult/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data8 = data.output;
      if (!(data8 && typeof data8 == "object" && !Array.isArray(data8))) {
        const err19 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data9 = data.usage;
      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
        if (data9.latency_ms !== void 0) {
          let data10 = data9.latency_ms;
          if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)))) {
            const err20 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
          if (typeof data10 == "number") {
            if (data10 < 0 || isNaN(data10)) {
              const err21 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
          }
        }
      } else {
        const err22 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
  } else {
    const err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err23];
    } else {
      vErrors.push(err23);
    }
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
validate55.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate54.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate55(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
    errors = vErrors.length;
  }
  validate54.errors = vErrors;
  return errors === 0;
}
validate54.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var TokenRefusedEnvelope = validate40;
var schema76 = { "type": "object", "description": "The envelope of a failure: the request has no valid access token.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 401, "example": 401 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["token_missing", "token_invalid"], "x-extensible-enum": ["token_missing", "token_invalid"], "example": "token_missing" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate41.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (401 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 401 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "token_missing" || data3 === "token_invalid")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema76.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate41.errors = vErrors;
  return errors === 0;
}
validate41.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate40.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate41(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
    errors = vErrors.length;
  }
  validate40.errors = vErrors;
  return errors === 0;
}
validate40.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var KeyConflictEnvelope = validate58;
var schema105 = { "type": "object", "description": "The envelope of a failure: the server cannot generate the key.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 409, "example": 409 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["key_limit_reached", "idempotency_conflict", "idempotency_key_spent"], "x-extensible-enum": ["key_limit_reached", "idempotency_conflict", "idempotency_key_spent"], "example": "key_limit_reached" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate59.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (409 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 409 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "key_limit_reached" || data3 === "idempotency_conflict" || data3 === "idempotency_key_spent")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema105.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
validate59.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate58.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate59(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
    errors = vErrors.length;
  }
  validate58.errors = vErrors;
  return errors === 0;
}
validate58.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var RevokeApiKeyEnvelope = validate61;
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate62.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status !== void 0) {
      if (!validate46(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
        errors = vErrors.length;
      }
    }
    if (data.data !== void 0) {
      let data1 = data.data;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.message === void 0) {
          const err2 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/RevokeApiKeyResult/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data1.id === void 0) {
          const err3 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/RevokeApiKeyResult/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.revoked_at === void 0) {
          const err4 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/RevokeApiKeyResult/required", keyword: "required", params: { missingProperty: "revoked_at" }, message: "must have required property 'revoked_at'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data1.message !== void 0) {
          if (typeof data1.message !== "string") {
            const err5 = { instancePath: instancePath + "/data/message", schemaPath: "#/components/schemas/RevokeApiKeyResult/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        if (data1.id !== void 0) {
          let data3 = data1.id;
          if (typeof data3 === "string") {
            if (!pattern20.test(data3)) {
              const err6 = { instancePath: instancePath + "/data/id", schemaPath: "#/components/schemas/RevokeApiKeyResult/properties/id/pattern", keyword: "pattern", params: { pattern: "^key_[0-9A-Za-z]{22}$" }, message: 'must match pattern "^key_[0-9A-Za-z]{22}$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/data/id", schemaPath: "#/components/schemas/RevokeApiKeyResult/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data1.revoked_at !== void 0) {
          let data4 = data1.revoked_at;
          if (typeof data4 === "string") {
            if (!formats0.validate.test(data4)) {
              const err8 = { instancePath: instancePath + "/data/revoked_at", schemaPath: "#/components/schemas/RevokeApiKeyResult/properties/revoked_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/data/revoked_at", schemaPath: "#/components/schemas/RevokeApiKeyResult/properties/revoked_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/data", schemaPath: "#/components/schemas/RevokeApiKeyResult/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err11 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err12 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err13 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate62.errors = vErrors;
  return errors === 0;
}
validate62.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate61.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate62(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
    errors = vErrors.length;
  }
  validate61.errors = vErrors;
  return errors === 0;
}
validate61.evaluated = { "props": { "status": true, "data": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var MalformedRequestEnvelope = validate65;
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate66.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (400 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 400 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "malformed_request")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema3.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate66.errors = vErrors;
  return errors === 0;
}
validate66.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate65.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate66(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
    errors = vErrors.length;
  }
  validate65.errors = vErrors;
  return errors === 0;
}
validate65.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var KeyNotFoundEnvelope = validate68;
var schema122 = { "type": "object", "description": "The envelope of a failure: the caller has no key with the id.", "required": ["status"], "properties": { "status": { "type": "object", "description": "Outcome of a call that failed.", "x-decision": "errors", "required": ["code", "message", "reason", "trace_id"], "properties": { "code": { "type": "integer", "description": "Result code; the same number as the HTTP status.", "x-decision": "envelope-code", "const": 404, "example": 404 }, "message": { "$ref": "#/components/schemas/FailureMessage" }, "reason": { "type": "string", "description": "Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.", "x-decision": "errors", "enum": ["key_not_found", "not_found"], "x-extensible-enum": ["key_not_found", "not_found"], "example": "key_not_found" }, "trace_id": { "$ref": "#/components/schemas/TraceId" } } }, "output": { "$ref": "#/components/schemas/Output" }, "usage": { "$ref": "#/components/schemas/Usage" } } };
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate69.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.code === void 0) {
          const err1 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.message === void 0) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.reason === void 0) {
          const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.trace_id === void 0) {
          const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/required", keyword: "required", params: { missingProperty: "trace_id" }, message: "must have required property 'trace_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.code !== void 0) {
          let data1 = data0.code;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            const err5 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (404 !== data1) {
            const err6 = { instancePath: instancePath + "/status/code", schemaPath: "#/properties/status/properties/code/const", keyword: "const", params: { allowedValue: 404 }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.message !== void 0) {
          if (typeof data0.message !== "string") {
            const err7 = { instancePath: instancePath + "/status/message", schemaPath: "#/components/schemas/FailureMessage/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.reason !== void 0) {
          let data3 = data0.reason;
          if (typeof data3 !== "string") {
            const err8 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data3 === "key_not_found" || data3 === "not_found")) {
            const err9 = { instancePath: instancePath + "/status/reason", schemaPath: "#/properties/status/properties/reason/enum", keyword: "enum", params: { allowedValues: schema122.properties.status.properties.reason.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.trace_id !== void 0) {
          let data4 = data0.trace_id;
          if (typeof data4 === "string") {
            if (!pattern0.test(data4)) {
              const err10 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{32}$" }, message: 'must match pattern "^[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/status/trace_id", schemaPath: "#/components/schemas/TraceId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.output !== void 0) {
      let data5 = data.output;
      if (!(data5 && typeof data5 == "object" && !Array.isArray(data5))) {
        const err13 = { instancePath: instancePath + "/output", schemaPath: "#/components/schemas/Output/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.usage !== void 0) {
      let data6 = data.usage;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.latency_ms !== void 0) {
          let data7 = data6.latency_ms;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
            const err14 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data7 == "number") {
            if (data7 < 0 || isNaN(data7)) {
              const err15 = { instancePath: instancePath + "/usage/latency_ms", schemaPath: "#/components/schemas/Usage/properties/latency_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/usage", schemaPath: "#/components/schemas/Usage/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate69.errors = vErrors;
  return errors === 0;
}
validate69.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
function validate68(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate68.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate69(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
    errors = vErrors.length;
  }
  validate68.errors = vErrors;
  return errors === 0;
}
validate68.evaluated = { "props": { "status": true, "output": true, "usage": true }, "dynamicProps": false, "dynamicItems": false };
var checks = { login: { request: LoginRequest, responses: { 200: LoginEnvelope, 400: BadRequest, 401: LoginRefusedEnvelope, 404: NotFoundEnvelope, 405: MethodNotAllowedEnvelope, 408: RequestTimeoutEnvelope, 413: BodyTooLargeEnvelope, 414: UriTooLongEnvelope, 415: UnsupportedMediaTypeEnvelope, 429: RateLimitedEnvelope, 431: HeadersTooLargeEnvelope, 500: InternalErrorEnvelope, 503: UnavailableEnvelope } }, generateApiKey: { request: (body) => body === void 0 || GenerateApiKeyRequest(body), headers: generateApiKeyHeaders, responses: { 200: GenerateApiKeyEnvelope, 400: BadRequest, 401: TokenRefusedEnvelope, 404: NotFoundEnvelope, 405: MethodNotAllowedEnvelope, 408: RequestTimeoutEnvelope, 409: KeyConflictEnvelope, 413: BodyTooLargeEnvelope, 414: UriTooLongEnvelope, 415: UnsupportedMediaTypeEnvelope, 429: RateLimitedEnvelope, 431: HeadersTooLargeEnvelope, 500: InternalErrorEnvelope, 503: UnavailableEnvelope } }, revokeApiKey: { request: () => true, responses: { 200: RevokeApiKeyEnvelope, 400: MalformedRequestEnvelope, 401: TokenRefusedEnvelope, 404: KeyNotFoundEnvelope, 405: MethodNotAllowedEnvelope, 408: RequestTimeoutEnvelope, 413: BodyTooLargeEnvelope, 414: UriTooLongEnvelope, 429: RateLimitedEnvelope, 431: HeadersTooLargeEnvelope, 500: InternalErrorEnvelope, 503: UnavailableEnvelope } } };
export {
  BadRequest,
  BodyTooLargeEnvelope,
  GenerateApiKeyEnvelope,
  GenerateApiKeyRequest,
  HeadersTooLargeEnvelope,
  InternalErrorEnvelope,
  KeyConflictEnvelope,
  KeyNotFoundEnvelope,
  LoginEnvelope,
  LoginRefusedEnvelope,
  LoginRequest,
  MalformedRequestEnvelope,
  MethodNotAllowedEnvelope,
  NotFoundEnvelope,
  RateLimitedEnvelope,
  RequestTimeoutEnvelope,
  RevokeApiKeyEnvelope,
  TokenRefusedEnvelope,
  UnavailableEnvelope,
  UnsupportedMediaTypeEnvelope,
  UriTooLongEnvelope,
  checks,
  generateApiKeyHeaders
};
