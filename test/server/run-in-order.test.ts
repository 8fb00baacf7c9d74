import { expect, test } from 'vitest';
import { order, runInOrder } from '../../server/app.ts';
import { createIncoming, type Outgoing, type StepResult } from '../../server/http/incoming.ts';

const message = {
  method: 'GET',
  httpVersion: '1.1',
  headers: {},
  rawHeaders: [],
  async *[Symbol.asyncIterator]() {},
};
const outgoing: Outgoing = {
  setHeader() {},
  writeHead: () => ({ end() {} }),
  writeContinue() {},
};

/** The names of the steps that run, where each returns what it is given here; the last name is what `fail` got. */
async function run(results: Readonly<Record<string, () => StepResult | Promise<StepResult>>>) {
  const calls: string[] = [];
  const steps = Object.fromEntries(
    Object.entries(results).map(([name, result]) => [
      name,
      () => {
        calls.push(name);
        return result();
      },
    ]),
  );
  const handle = runInOrder(steps, (error) => calls.push(String(error)));
  await handle(createIncoming(message, '/'), outgoing);
  return calls;
}

const next = () => undefined;

test('steps run in the order of the list, in whatever order an app names them', async () => {
  expect(await run(Object.fromEntries([...order].reverse().map((name) => [name, next])))).toEqual(order);
});

test('steps that an app leaves out are skipped', async () => {
  expect(await run({ envelope: next, trace: next })).toEqual(['trace', 'envelope']);
});

test.each([
  ['at once', (): StepResult => 'sent'],
  ['later', async (): Promise<StepResult> => 'sent'],
])('no step runs after one that has sent the response %s', async (_when, result) => {
  expect(await run({ trace: next, site: result, match: next })).toEqual(['trace', 'site']);
});

test('a step waits until the one before it has finished', async () => {
  let read = false;
  const body = async () => {
    await new Promise(setImmediate);
    read = true;
    return undefined;
  };
  expect(await run({ body, validate: () => (read ? undefined : 'sent'), operation: next })).toEqual([
    'body',
    'validate',
    'operation',
  ]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('failed');
    },
  ],
  ['rejects', () => Promise.reject(new Error('failed'))],
])('when a step %s, no further step runs, and the error is handled once', async (_how, fail) => {
  expect(await run({ trace: next, match: fail, size: next })).toEqual(['trace', 'match', 'Error: failed']);
});
