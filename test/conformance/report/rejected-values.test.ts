import { describe, expect, test } from 'vitest';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import { rejectedValues } from '../../../conformance/engine/report/rejected-values.ts';
import { runSuites } from '../../../conformance/engine/run-suites.ts';
import { jsonListener, objectIn, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';

const ok = { 200: { description: 'Fine' }, 400: { description: 'Invalid' } };
const text = { type: 'string' };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Alerts', version: '1' },
  paths: {
    '/alerts': {
      get: {
        operationId: 'listAlerts',
        parameters: [
          query('matcher', { type: 'array', items: text }),
          query('since', text),
          query('until', text),
          query('count', { type: 'integer' }),
          query('ownerId', text),
          query('reversed', { type: 'boolean' }),
          query('order', { type: 'string', enum: ['time', 'name'] }),
        ],
        responses: ok,
      },
      post: {
        operationId: 'addAlerts',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'array',
                minItems: 1,
                items: {
                  type: 'object',
                  required: ['labels', 'title', 'schedule'],
                  properties: {
                    labels: { type: 'object', additionalProperties: text },
                    title: text,
                    schedule: { ...text, example: '* * * * *' },
                    seenAt: { type: 'string', format: 'date-time' },
                  },
                },
              },
            },
          },
        },
        responses: { ...ok, 201: { description: 'Added' } },
      },
    },
    '/silences': {
      get: {
        operationId: 'listSilences',
        parameters: [query('matcher', { type: 'array', items: text })],
        responses: ok,
      },
    },
  },
});

interface Rules {
  /** What is wrong with a query. */
  readonly query?: (given: URLSearchParams) => string | undefined;
  /** What is wrong with an alert. */
  readonly alert?: (given: Readonly<Record<string, unknown>>) => string | object | undefined;
}

const no = (detail: string): Reply => [400, { detail }];
const isMap = (value: unknown) =>
  Object.values(objectIn(value) ?? { none: 0 }).every((one) => typeof one === 'string');
const isText = (value: unknown) => typeof value === 'string';
const isTime = (value: unknown) =>
  value === undefined || /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/.test(String(value));

async function runOn(rules: Rules) {
  const { url } = await serverForTest(
    jsonListener(({ method, path, query: given, json, headers }) => {
      if (path !== '/alerts' && path !== '/silences') return [404];
      const wrong = rules.query?.(given);
      if (method === 'GET') return wrong === undefined ? [200] : no(wrong);
      if (method !== 'POST' || path !== '/alerts') return [405, undefined, { allow: 'GET, POST' }];
      if (headers['content-type'] !== 'application/json') return no('The body has to be JSON');
      if (!Array.isArray(json) || json.length === 0) return no('The body has to be a list');
      for (const one of json) {
        const alert = objectIn(one);
        if (alert === undefined) return no('An alert has to be an object');
        const { labels, title, schedule, seenAt, ...rest } = alert;
        if (!isMap(labels) || ![title, schedule].every(isText) || !isTime(seenAt))
          return no('A wrong field');
        if (Object.keys(rest).length > 0) return no('An unknown field');
        const fault = rules.alert?.(alert);
        if (typeof fault === 'string') return no(fault);
        if (fault !== undefined) return [400, fault];
      }
      return [201];
    }),
  );
  const report = await runSuites([documentSuite(document)], { baseUrl: url });
  return rejectedValues(report).map(
    ({ got, places, operations }) => `${places.join(', ')} of ${operations.join(', ')}: ${got}`,
  );
}

describe('values that the document allows and the server rejects', () => {
  test('are listed by parameter, whatever the server says about it and in which operation', async () => {
    const found = await runOn({
      query: (given) => given.getAll('matcher').map((one) => `bad matcher: ${one}`)[0],
    });
    expect(found).toEqual(['query matcher of listAlerts, listSilences: 400 "bad matcher: sample"']);
  });

  test('are one entry where the server says the same of several', async () => {
    const found = await runOn({
      query: (given) => {
        const wrong = ['since', 'until'].find(
          (name) => given.has(name) && !/^\d{4}-/.test(given.get(name) ?? ''),
        );
        return wrong && `${wrong}: Enter a valid date.`;
      },
    });
    expect(found).toEqual([
      'query since, query until of listAlerts: 400 "since: Enter a valid date."',
    ]);
  });

  test('are one entry also where the name of one of them is a word of the message', async () => {
    const found = await runOn({
      query: (given) => {
        const [wrong] = ['since', 'until'].filter(
          (name) => given.has(name) && !/^\d{4}-/.test(given.get(name) ?? ''),
        );
        return wrong && `${wrong}: Enter a time since or until the alert.`;
      },
    });
    expect(found).toHaveLength(1);
  });

  test('are numbers beyond a bound that the document does not declare', async () => {
    const found = await runOn({
      query: (given) => (Number(given.get('count')) < 0 ? 'count is negative' : undefined),
    });
    expect(found).toEqual(['query count of listAlerts: 400 "count is negative"']);
  });

  test('are fields of a body, also of the first item of a list, that must not be empty', async () => {
    const found = await runOn({
      alert: ({ labels, title }) => {
        if (title === '') return 'title may not be blank';
        return Object.keys(objectIn(labels) ?? {}).length === 0 ? 'a label is needed' : undefined;
      },
    });
    expect(found.toSorted()).toEqual([
      'body /0/labels of addAlerts: 400 "a label is needed"',
      'body /0/title of addAlerts: 400 for empty texts',
    ]);
  });

  test('are texts with a meaning, also where the example means as much backwards', async () => {
    const found = await runOn({
      alert: ({ schedule }) =>
        /^[\d*/ ]+$/.test(String(schedule)) ? undefined : 'this is no time of a schedule',
    });
    expect(found.toSorted()).toEqual([
      'body /0/schedule of addAlerts: 400 "this is no time of a schedule"',
      'body /0/schedule of addAlerts: 400 for empty texts',
    ]);
  });

  test('are none on a server that accepts what the document allows', async () => {
    expect(await runOn({})).toEqual([]);
  });

  test('are none where the value would have to name something that exists', async () => {
    const found = await runOn({
      query: (given) => {
        if (given.has('ownerId')) return 'no owner has this id';
        return given.has('matcher') ? 'such a matcher does not exist' : undefined;
      },
    });
    expect(found).toEqual([]);
  });

  test('are none where the server says that it is no single field', async () => {
    const found = await runOn({
      alert: ({ schedule }) =>
        /^[\d*/ ]*$/.test(String(schedule)) ? undefined : { non_field_errors: ['Too often.'] },
    });
    expect(found).toEqual([]);
  });

  test('are values that need another parameter, by what the server says', async () => {
    const found = await runOn({
      query: (given) =>
        given.get('reversed') === 'true' && !given.has('order')
          ? 'reversed needs an order'
          : undefined,
    });
    expect(found).toEqual(['query reversed of listAlerts: 400 "reversed needs an order"']);
  });
});
