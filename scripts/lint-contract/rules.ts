import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import {
  below,
  children,
  fieldsOf,
  type JsonObject,
  type Place,
} from '../../conformance/engine/index.ts';
import type { Deprecation } from '../contract/document.ts';
import { additionsAreMarked } from './additions-are-marked.ts';
import { everyObject, type Finding, jsonOf, type Rule, readPlaces } from './contract.ts';
import { patternsArePortable } from './patterns-are-portable.ts';
import { failuresListTheirReasons, responsesAreOpen } from './responses.ts';

/** What our own rules find in a bundled contract: each once. They say what the assertions of `openapi/redocly.yaml` cannot. */
export function lintContract(document: JsonObject, decisions: string): Finding[] {
  const contract = readPlaces(document, decisions);
  const found = rules.flatMap((rule) => rule(contract));
  return [...new Map(found.map((one) => [`${one.place.pointer} ${one.message}`, one])).values()];
}

/** Every `x-decision`, wherever it is, has a section in `docs/test/decisions.md`, and every section has a mark. */
const decisionsHaveSections: Rule = ({ root, decisions }) => {
  const sections = [...decisions.matchAll(/^## (.+?)\s*$/gm)].map(([, slug = '']) => slug);
  const marks = everyObject(root).flatMap((place) =>
    [fieldsOf(place.value)['x-decision'] ?? []].flat().map((slug) => ({ place, slug })),
  );
  const file = 'docs/test/decisions.md';
  return [
    ...marks
      .filter(({ slug }) => !sections.some((one) => one === slug))
      .map(({ place, slug }) => ({
        place,
        message: `Decision \`${slug}\` has no section in ${file}.`,
      })),
    ...sections
      .filter((section) => !marks.some(({ slug }) => slug === section))
      .map((slug) => ({
        place: root,
        message: `Section \`${slug}\` of ${file} has no mark in the contract.`,
      })),
  ];
};

/**
 * Whatever has `deprecated: true` has `x-deprecation`: two days at least twelve months apart, as the decision `versioning` promises, and the address of
 * a page. That of an operation may name its `successor`, the id of an operation that is not deprecated. The headers `Deprecation`, `Sunset`
 * and `Link`, and the docs, follow from it.
 */
const deprecationsSayWhen: Rule = ({ root, operations }) => {
  const values = operations.map(({ place }) => fieldsOf(place.value));
  const lasting = values
    .filter(({ deprecated }) => deprecated !== true)
    .map(({ operationId }) => operationId);
  return everyObject(root).flatMap((place) => {
    const message = errorOfDeprecation(fieldsOf(place.value), lasting);
    return message === undefined ? [] : [{ place, message }];
  });
};

const ajv = new Ajv();
formats.default(ajv, ['date']);
const isValid = ajv.compile<Deprecation>({
  type: 'object',
  required: ['since', 'sunset', 'link'],
  properties: {
    since: { type: 'string', format: 'date' },
    sunset: { type: 'string', format: 'date' },
    link: { type: 'string', pattern: '^https://[^ <>"]+$' },
    successor: { type: 'string' },
  },
  additionalProperties: false,
});

function errorOfDeprecation(element: JsonObject, lasting: readonly unknown[]): string | undefined {
  const { operationId, deprecated, 'x-deprecation': deprecation } = element;
  if (deprecated !== true)
    return deprecation === undefined ? undefined : '`x-deprecation` needs `deprecated: true`.';
  if (!isValid(deprecation)) return ajv.errorsText(isValid.errors, { dataVar: 'x-deprecation' });
  const { since, sunset, successor } = deprecation;
  const nextYear = new Date(since);
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
  if (new Date(sunset) < nextYear) return '`sunset` is less than twelve months after `since`.';
  if (successor === undefined) return undefined;
  if (operationId === undefined) return 'Only an operation has a `successor`.';
  return lasting.includes(successor) ? undefined : '`successor` names no operation that stays.';
}

/**
 * Every named example of a response shows what causes it: the request has an example of the same key, or the response
 * example has `x-cause`. Every example of a request has a response of the same key, and only one, except `default`. A mock selects the
 * response by the key, and the pairs can be replayed against a server.
 */
const examplesHaveTheirCause: Rule = ({ operations }) =>
  operations.flatMap(({ parameters, body, responses }) => {
    const owners = body === undefined ? parameters : [jsonOf(body)];
    const requests = new Map(owners.flatMap((owner) => [...examplesOf(owner)]));
    const shown = responses.flatMap(({ status, json }) =>
      [...examplesOf(json)].map(([key, place]) => ({ status, key, place })),
    );
    // What the server sends before it knows the operation has reasons of the operation, too.
    const repeated = shown.filter(
      ({ status, key }, at) =>
        status !== 'default' && shown.findIndex((one) => one.key === key) < at,
    );
    const uncaused = shown.filter(
      ({ key, place }) =>
        !requests.has(key) && typeof fieldsOf(place.value)['x-cause'] !== 'string',
    );
    const unanswered = [...requests].filter(([key]) => !shown.some((one) => one.key === key));
    return [
      ...repeated.map(({ key, place }) =>
        finding(place, key, 'is in two responses of one operation'),
      ),
      ...uncaused.map(({ key, place }) =>
        finding(place, key, 'is on no request and has no `x-cause`'),
      ),
      ...unanswered.map(([key, place]) =>
        finding(place, key, 'of a request has no response of that key'),
      ),
    ];
  });

const finding = (place: Place, example: string, error: string): Finding => ({
  place,
  message: `Example \`${example}\` ${error}.`,
});

const examplesOf = (owner: Place | undefined) => children(below(owner, 'examples'));

/**
 * A property marked `x-secret: true` is in the examples of a response only if the response's own schema declares it. Otherwise they have no
 * field of its name at any depth, and no text contains its example value: somebody who copies a token into an error body "to
 * help debugging" would start with an example.
 */
const secretsStayWhereTheyBelong: Rule = ({ root, operations }) => {
  const secrets = everyObject(root).flatMap((place) =>
    [...children(below(place, 'properties'))].flatMap(([name, { value }]) => {
      const { 'x-secret': isSecret, example, examples = [] } = fieldsOf(value);
      const values = [example, examples].flat().filter((one) => typeof one === 'string');
      // As they are in JSON, also within another text.
      const texts = [
        `${JSON.stringify(name)}:`,
        ...values.map((one) => JSON.stringify(one).slice(1, -1)),
      ];
      return isSecret === true ? [{ name, texts }] : [];
    }),
  );
  return operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ json }) => {
      const schema = below(json, 'schema');
      const objects = schema === undefined ? [] : everyObject(schema);
      const declared = new Set(
        objects.flatMap(({ value }) => Object.keys(fieldsOf(fieldsOf(value).properties))),
      );
      const guarded = secrets.filter(({ name }) => !declared.has(name));
      return [...examplesOf(json)].flatMap(([key, place]) => {
        const text = JSON.stringify(fieldsOf(place.value).value ?? null);
        const leaked = guarded.filter(({ texts }) => texts.some((one) => text.includes(one)));
        return leaked.map(({ name }) =>
          finding(place, key, `shows the secret \`${name}\`, which its response does not declare`),
        );
      });
    });
};

const rules: readonly Rule[] = [
  ...[additionsAreMarked, decisionsHaveSections, deprecationsSayWhen, failuresListTheirReasons],
  ...[examplesHaveTheirCause, patternsArePortable, responsesAreOpen, secretsStayWhereTheyBelong],
];
