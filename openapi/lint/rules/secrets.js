import { everyObject, examplesOf, field, fields, isObject, jsonOf, responsesOf } from '../walk.js';

/**
 * # secrets-stay-where-they-belong
 *
 * **What.** A property marked `x-secret: true` appears in the examples of a response only if that response's own schema
 * declares it. Otherwise the examples have no field of its name at any depth, and no string contains its example value.
 *
 * **Why.** Responses are open, so an example may have a field that the schema does not name. Somebody who copies a
 * password or token into an error body "to help debugging" would start with an example.
 *
 * **Fix.** Remove the secret from the example. If the response is meant to contain it, declare it in the schema.
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @type {import('../redocly.d.ts').Rule}
 */
export const secretsStayWhereTheyBelong = () => {
  /** @type {Map<string, Set<string>>} from a property's name to its example values */
  const secrets = new Map();
  return {
    Root: {
      enter(root, { location, resolve }) {
        for (const placed of everyObject({ node: root, location }, resolve)) {
          for (const property of fields(field(placed, resolve, 'properties'), resolve)) {
            if (property.node?.['x-secret'] !== true) continue;
            const { example, examples = [] } = property.node;
            const values = [example, ...examples].filter(
              (value) => typeof value === 'string' && value !== '',
            );
            secrets.set(property.key, new Set([...(secrets.get(property.key) ?? []), ...values]));
          }
        }
      },
    },
    Operation: {
      enter(operation, { location, resolve, report }) {
        for (const response of responsesOf({ node: operation, location }, resolve)) {
          const json = jsonOf(response, resolve);
          const declared = declaredBy(field(json, resolve, 'schema'), resolve);
          const guarded = [...secrets].filter(([name]) => !declared.has(name));
          for (const example of examplesOf(json, resolve))
            for (const name of leaksOf(example.node.value, guarded))
              report({
                message: `Example \`${example.key}\` shows the secret \`${name}\`, which its response does not declare.`,
                location: example.location,
              });
        }
      },
    },
  };
};

/** @param {Placed | undefined} schema @param {Resolve} resolve */
function declaredBy(schema, resolve) {
  if (schema === undefined) return new Set();
  const objects = everyObject(schema, resolve);
  return new Set(
    objects.flatMap(({ node }) => Object.keys(isObject(node.properties) ? node.properties : {})),
  );
}

/** @param {unknown} value @param {[string, Set<string>][]} guarded @returns {Set<string>} names of leaked secrets */
function leaksOf(value, guarded) {
  const leaked = new Set();
  const json = JSON.stringify(value ?? null, (key, part) => {
    if (guarded.some(([name]) => name === key)) leaked.add(key);
    return part;
  });
  for (const [name, values] of guarded)
    for (const secret of values) if (json.includes(JSON.stringify(secret).slice(1, -1))) leaked.add(name);
  return leaked;
}
