/**
 * # failures-are-references
 *
 * **What.** Every response of an operation other than a 2xx is a `$ref` to a shared one.
 *
 * **Why.** A failure means the same whichever operation returns it. An inline one soon has its own wording, headers or
 * shape, and clients need a special case for it.
 *
 * **Fix.** Put the response into `components/responses` and refer to it.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const failuresAreReferences = () => ({
  Responses: {
    enter(responses, { location, report }) {
      for (const [status, response] of Object.entries(responses)) {
        if (/^2/.test(status) || status.startsWith('x-') || typeof response?.$ref === 'string') continue;
        report({
          message: `Response ${status} is inline; refer to a shared response.`,
          location: location.child(status).key(),
        });
      }
    },
  },
});
