import { portabilityErrorOf } from '../portable-pattern.js';

/**
 * # patterns-are-portable
 *
 * **What.** Every `pattern`, and every name in `patternProperties`, is `^`, an I-Regexp (RFC 9485), and `$`. It has no
 * look-around, back-references, lazy quantifiers, `.`, `\d`, `\s`, `\w`, `\p`, `\u` or `\x`, and repeats nothing more than
 * 1000 times. ECMA-262 compiles it with and without the `u` flag.
 *
 * **Why.** A pattern is compiled by whatever the reader's language has. One that Go's RE2 does not know makes tools
 * reject the whole document; one that means something else rejects valid values there.
 *
 * **Fix.** Write characters instead of escapes (YAML's own escapes are fine: `"[\x01-\x1F]"` in double quotes), and
 * write classes out: `[0-9]` for `\d`.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const patternsArePortable = () => ({
  Schema: {
    enter(schema, { location, report }) {
      if (typeof schema?.pattern === 'string') check(schema.pattern, location.child('pattern'));
      for (const pattern of Object.keys(schema?.patternProperties ?? {}))
        check(pattern, location.child(['patternProperties', pattern]).key());

      /** @param {string} pattern @param {import('../redocly.d.ts').Location} place */
      function check(pattern, place) {
        const error = portabilityErrorOf(pattern);
        if (error !== undefined)
          report({ message: `The pattern \`${pattern}\` is not portable: ${error}.`, location: place });
      }
    },
  },
});
