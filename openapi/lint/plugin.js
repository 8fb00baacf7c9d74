import { additionsAreMarked, decisionsHaveSections } from './rules/decisions.js';
import { deprecationsSayWhen } from './rules/deprecations.js';
import { examplesHaveTheirCause } from './rules/examples.js';
import { patternsArePortable } from './rules/patterns.js';
import { everyResponseIsTheEnvelope, responsesAreOpen } from './rules/responses.js';
import { secretsStayWhereTheyBelong } from './rules/secrets.js';

/**
 * Rules for the contract that redocly's own assertions cannot say. A new rule is in a file of its subject in `rules/`, and has a line here, a line in `../redocly.yaml` (redocly
 * ignores a rule that is misspelt or not switched on, without failing), and a test that triggers it.
 */
// biome-ignore lint/style/noDefaultExport: redocly reads the default export.
export default function plugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'additions-are-marked': additionsAreMarked,
        'decisions-have-sections': decisionsHaveSections,
        'deprecations-say-when': deprecationsSayWhen,
        'every-response-is-the-envelope': everyResponseIsTheEnvelope,
        'examples-have-their-cause': examplesHaveTheirCause,
        'patterns-are-portable': patternsArePortable,
        'responses-are-open': responsesAreOpen,
        'secrets-stay-where-they-belong': secretsStayWhereTheyBelong,
      },
    },
  };
}
