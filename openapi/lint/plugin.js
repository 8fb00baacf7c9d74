import { additionsAreMarked } from './rules/additions-are-marked.js';
import { componentNamesAreTheirFiles } from './rules/component-names-are-their-files.js';
import { decisionsHaveSections } from './rules/decisions-have-sections.js';
import { deprecationsSayWhen } from './rules/deprecations-say-when.js';
import { everyResponseIsTheEnvelope } from './rules/every-response-is-the-envelope.js';
import { exampleCodeMatchesStatus } from './rules/example-code-matches-status.js';
import { examplesHaveTheirCause } from './rules/examples-have-their-cause.js';
import { failuresAreReferences } from './rules/failures-are-references.js';
import { fieldsAreSnakeCase } from './rules/fields-are-snake-case.js';
import { operationIdNamesItsFile } from './rules/operation-id-names-its-file.js';
import { patternsArePortable } from './rules/patterns-are-portable.js';
import { responsesAreOpen } from './rules/responses-are-open.js';
import { responsesHaveNamedExamples } from './rules/responses-have-named-examples.js';
import { secretsStayWhereTheyBelong } from './rules/secrets-stay-where-they-belong.js';
import { summaryReadsAsACommand } from './rules/summary-reads-as-a-command.js';

/**
 * Our own rules for the contract. A new rule is a file in `rules/`, a line here, a line in `../redocly.yaml` (redocly
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
