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
