import { basename } from 'node:path';

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
