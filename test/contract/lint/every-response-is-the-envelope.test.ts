import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'every-response-is-the-envelope';
const error = (what: string) => `A response is not the envelope: ${what}.`;

test('a response that does not require its status is rejected', async () => {
  const { files, opened } = goodContract();
  opened.content['application/json'].schema.required = [];
  expect(await messages(rule, files)).toEqual([error('`status` is not required')]);
});

test('a status without a trace id is rejected, in a shared failure too', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].schema = envelopeWith({ status: statusOf('code', 'message') });
  expect(await messages(rule, files)).toEqual([error('`status.trace_id` is not required')]);
});

test('a status code that is a string is rejected', async () => {
  const { files, Locked } = goodContract();
  const status = statusOf('code', 'message', 'trace_id');
  const code = { type: 'string', example: '404' };
  const schema = envelopeWith({ status: { ...status, properties: { ...status.properties, code } } });
  Locked.content['application/json'].schema = schema;
  expect(await messages(rule, files)).toEqual([error('`status.code` is not of type integer')]);
});

test('another schema for usage is rejected', async () => {
  const { files, Locked } = goodContract();
  const usage = { type: 'object', properties: { latency_seconds: { type: 'number', example: 1 } } };
  Locked.content['application/json'].schema = envelopeWith({ usage });
  expect(await messages(rule, files)).toEqual([error('`usage` is not that of ResponseEnvelope')]);
});

test('an envelope without output is rejected', async () => {
  const { files, Locked } = goodContract();
  const { output: _, ...properties } = envelopeWith({}).properties;
  Locked.content['application/json'].schema = { ...envelopeWith({}), properties };
  expect(await messages(rule, files)).toEqual([error('`output` is not that of ResponseEnvelope')]);
});

test('a field that the envelope does not define is rejected', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].schema = envelopeWith({ error: { type: 'string', example: 'no' } });
  expect(await messages(rule, files)).toEqual([error('`error` is no field of it')]);
});

test('an envelope put together by allOf is rejected', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].schema = { ...envelopeWith({}), allOf: [{ type: 'object' }] };
  expect(await messages(rule, files)).toEqual([error('it is not flat but uses `allOf`')]);
});

test('a response without JSON is rejected', async () => {
  const { files, root } = goodContract();
  Object.assign(root.components.responses, { Locked: { description: 'Locked.' } });
  expect(await messages(rule, files)).toEqual([error('it has no application/json schema')]);
});

test('a contract without the common envelope is rejected', async () => {
  const { files, root } = goodContract();
  delete root.components.schemas.ResponseEnvelope;
  expect(await messages(rule, files)).toEqual(['components.schemas needs ResponseEnvelope.']);
});

function statusOf(...required: string[]) {
  const { code, message, trace_id } = goodStatus();
  const all: Record<string, object> = { code, message, trace_id };
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(required.map((name) => [name, all[name]])),
  };
}

function goodStatus() {
  return {
    code: { type: 'integer', example: 404 },
    message: { type: 'string', example: 'Not found' },
    trace_id: { type: 'string', example: 'a1' },
  };
}

function envelopeWith(fields: Record<string, object>) {
  const output = { type: 'object' };
  const usage = { type: 'object', properties: { latency_ms: { type: 'integer', example: 7 } } };
  const status = statusOf('code', 'message', 'trace_id');
  return { type: 'object', required: ['status'], properties: { status, output, usage, ...fields } };
}
