/**
 * # fields-are-snake-case
 *
 * **What.** The properties of every schema and the names of path and query parameters are snake_case.
 *
 * **Why.** The fields of the source are snake_case (`access_token`, `latency_ms`). With one convention nobody has to look
 * up how a name is spelt.
 *
 * **Fix.** Rename the field before it is published; afterwards a rename is a breaking change.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const fieldsAreSnakeCase = () => ({
  Schema: {
    enter(schema, { location, report }) {
      for (const name of Object.keys(schema?.properties ?? {}))
        if (!SNAKE_CASE.test(name))
          report({
            message: `Field \`${name}\` is not snake_case.`,
            location: location.child(['properties', name]).key(),
          });
    },
  },
  Parameter: {
    enter(parameter, { location, report }) {
      if (parameter.in !== 'header' && !SNAKE_CASE.test(parameter.name))
        report({
          message: `Parameter \`${parameter.name}\` is not snake_case.`,
          location: location.child('name'),
        });
    },
  },
});

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
