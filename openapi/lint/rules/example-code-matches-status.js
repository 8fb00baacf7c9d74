import { examplesOf, field, jsonOf, responsesOf } from '../walk.js';

/**
 * # example-code-matches-status
 *
 * **What.** In every example of a response, `status.code` is the HTTP status the response is filed under, and
 * `status.message` is "OK" exactly when that status is 200.
 *
 * **Why.** Mocks, pages and tests replay the examples. One that was copied to another status shows readers, and
 * clients tested with the mock, a body that contradicts the status line.
 *
 * **Fix.** Correct the example, or file the response under the status that the example shows.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const exampleCodeMatchesStatus = () => ({
  Operation: {
    enter(operation, { location, resolve, report }) {
      for (const response of responsesOf({ node: operation, location }, resolve)) {
        for (const example of examplesOf(jsonOf(response, resolve), resolve)) {
          const status = field(example, resolve, 'value', 'status');
          const { code, message } = status?.node ?? {};
          const place = status?.location ?? example.location;
          if (String(code) !== response.status)
            report({
              message: `Example \`${example.key}\` says code ${code} in a response of status ${response.status}.`,
              location: place,
            });
          if ((message === 'OK') !== (response.status === '200'))
            report({
              message: `Example \`${example.key}\` says "${message}" in a response of status ${response.status}.`,
              location: place,
            });
        }
      }
    },
  },
});
