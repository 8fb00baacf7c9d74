import { additionsAreMarked, decisionsHaveSections } from './rules/decisions.js';
import { deprecationsSayWhen } from './rules/deprecations.js';
import {
  exampleCodeMatchesStatus,
  examplesHaveTheirCause,
  responsesHaveNamedExamples,
} from './rules/examples.js';
import {
  componentNamesAreTheirFiles,
  fieldsAreSnakeCase,
  operationIdNamesItsFile,
  summaryReadsAsACommand,
} from './rules/names.js';
import { patternsArePortable } from './rules/patterns.js';
import { everyResponseIsTheEnvelope, failuresAreReferences, responsesAreOpen } from './rules/responses.js';
import { secretsStayWhereTheyBelong } from './rules/secrets.js';

/**
 * Our own rules for the contract. A new rule is in a file of its subject in `rules/`, and has a line here, a line in `../redocly.yaml` (redocly
 * ignores a rule that is misspelt or not switched on, without failing), and a test that triggers it.
 */
// biome-ignore lint/style/noDefaultExport: redocly reads the default export.
export default function plugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'additions-are-marked': additionsAreMarked,
        'component-names-are-their-files': componentNamesAreTheirFiles,
        'decisions-have-sections': decisionsHaveSections,
        'deprecations-say-when': deprecationsSayWhen,
        'every-response-is-the-envelope': everyResponseIsTheEnvelope,
        'example-code-matches-status': exampleCodeMatchesStatus,
        'examples-have-their-cause': examplesHaveTheirCause,
        'failures-are-references': failuresAreReferences,
        'fields-are-snake-case': fieldsAreSnakeCase,
        'operation-id-names-its-file': operationIdNamesItsFile,
        'patterns-are-portable': patternsArePortable,
        'responses-are-open': responsesAreOpen,
        'responses-have-named-examples': responsesHaveNamedExamples,
        'secrets-stay-where-they-belong': secretsStayWhereTheyBelong,
        'summary-reads-as-a-command': summaryReadsAsACommand,
      },
    },
  };
}
