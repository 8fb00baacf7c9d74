import { basename, dirname } from 'node:path';

/**
 * # component-names-are-their-files
 *
 * **What.** Components are named in PascalCase. One that has a file is in `components/<kind>/<Name>.yaml`, and where the
 * root document lists it, the name listed is the file's.
 *
 * **Why.** The bundler names a component after its file, and generators name types after the component. A file in
 * another case, or listed under another name, gives the same thing two names.
 *
 * **Fix.** Rename the file, or the entry.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const componentNamesAreTheirFiles = () => ({
  ref: {
    enter(reference, { location, report }) {
      const file = String(reference.$ref).split('#')[0] ?? '';
      if (!/(^|\/)components\/[a-z]+\/|^[^/]+\.ya?ml$/i.test(file) || dirname(file).endsWith('paths')) return;
      if (!/^[A-Z][A-Za-z0-9]*\.yaml$/.test(basename(file)))
        report({
          message: `The file ${file} of a component is not named in PascalCase.`,
          location: location.child('$ref'),
        });
    },
  },
  Components: {
    enter(components, { location, report }) {
      for (const [kind, entries] of Object.entries(components)) {
        if (kind.startsWith('x-') || typeof entries !== 'object' || entries === null) continue;
        for (const [name, entry] of Object.entries(entries)) {
          const place = location.child([kind, name]).key();
          const file = typeof entry?.$ref === 'string' ? basename(entry.$ref, '.yaml') : name;
          if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
            report({ message: `Component \`${name}\` is not named in PascalCase.`, location: place });
          if (file !== name)
            report({ message: `Component \`${name}\` comes from a file of another name.`, location: place });
        }
      }
    },
  },
});

/**
 * # operation-id-names-its-file
 *
 * **What.** An operationId is camelCase and starts with a verb in lower case (`generateApiKey`), and the file that
 * describes the operation is the same name in kebab-case (`paths/generate-api-key.yaml`).
 *
 * **Why.** The operationId names the operation everywhere: its handler, its checks, its types. With one name a search
 * finds all of them, and a new operation knows what its files are called.
 *
 * **Fix.** Rename the file; the operationId only while nobody generates clients from it.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const operationIdNamesItsFile = () => {
  let root = '';
  return {
    Root: {
      enter(_document, { location }) {
        root = location.source.absoluteRef;
      },
    },
    Operation: {
      enter({ operationId }, { location, report }) {
        if (typeof operationId !== 'string') return;
        const place = location.child('operationId');
        if (!CAMEL_CASE.test(operationId))
          report({ message: `operationId \`${operationId}\` is not camelCase.`, location: place });
        const file = location.source.absoluteRef;
        const expected = `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;
        // In a bundle everything is one file, and there is nothing to compare.
        if (file !== root && basename(file) !== expected)
          report({
            message: `Operation \`${operationId}\` belongs in a file named ${expected}.`,
            location: place,
          });
      },
    },
  };
};

const CAMEL_CASE = /^[a-z]+([A-Z][a-z0-9]+)*$/;

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

/**
 * # summary-reads-as-a-command
 *
 * **What.** The summary of an operation starts with a capital letter, is in the imperative ("Revoke an API key", not
 * "Revokes …"), has no full stop and at most 60 characters.
 *
 * **Why.** Summaries are headings: of the page, of menus, of generated clients. They are read side by side.
 *
 * **Fix.** Say in a few words what the caller wants done, and leave the rest to `description`.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const summaryReadsAsACommand = () => ({
  Operation: {
    enter({ summary }, { location, report }) {
      if (typeof summary !== 'string') return;
      for (const error of errorsOf(summary))
        report({ message: `The summary "${summary}" ${error}.`, location: location.child('summary') });
    },
  },
});

const LONGEST = 60;

/** @param {string} summary @returns {string[]} */
function errorsOf(summary) {
  const errors = [];
  if (!/^\p{Lu}/u.test(summary)) errors.push('does not start with a capital letter');
  if (/^\S+[^s\s]s(\s|$)/.test(summary)) errors.push('is not in the imperative');
  if (summary.endsWith('.')) errors.push('ends with a full stop');
  if (summary.length > LONGEST) errors.push(`is longer than ${LONGEST} characters`);
  return errors;
}
