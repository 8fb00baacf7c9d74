import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const item = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', example: 'Penny' } },
};
const responses = { 200: { description: 'Fine' }, 201: { description: 'Made' } };

const pathsOf = (kind: string, parameters: readonly object[] = []) => ({
  [`/${kind}`]: {
    get: { operationId: `list-${kind}`, parameters, responses },
    post: { operationId: `add-${kind}`, requestBody: json(item), responses },
    delete: { operationId: `clear-${kind}`, summary: `Delete multiple ${kind}`, responses },
  },
  [`/${kind}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: `get-${kind}`, responses },
    delete: { operationId: `remove-${kind}`, responses },
  },
});

const documentOf = (parameters: readonly object[] = []) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Collector', version: '1' },
    paths: { ...pathsOf('coins'), ...pathsOf('stamps', parameters) },
  });

interface Given {
  /** Whether the server deletes only what the body of a request names. */
  readonly readsBodies: boolean;
  /** The kinds of which somebody else has one. */
  readonly others: readonly string[];
}

/** A collection of which several can be deleted at once, which the document says without a body. */
async function runOnCollection({ readsBodies, others }: Given, document = documentOf()) {
  const kept = new Map<string, Map<number, object>>(
    ['coins', 'stamps'].map((kind) => [
      kind,
      new Map(others.includes(kind) ? [[1, { id: 1, name: 'Old' }]] : []),
    ]),
  );
  const deletions: string[] = [];
  let last = 1;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const [, kind = '', place] = path.split('/');
      const all = kept.get(kind);
      if (all === undefined) return [404];
      if (place !== undefined) {
        const known = all.get(Number(place));
        if (known === undefined) return [404];
        return method === 'GET' ? [200, known] : [all.delete(Number(place)) ? 200 : 404];
      }
      if (method === 'GET') return [200, [...all.values()]];
      if (method === 'DELETE') {
        deletions.push(kind);
        if (!readsBodies) all.clear();
        else if (!Array.isArray(sent) || sent.length === 0) return [400];
        else for (const id of sent) all.delete(Number(id));
        return [200];
      }
      const name = objectIn(sent)?.name;
      if (method !== 'POST' || typeof name !== 'string' || name === '') return [400];
      last += 1;
      all.set(last, { id: last, name });
      return [201, all.get(last)];
    }),
  );
  const result = await runDocument(url, document, {}, { fuzz: false });
  const left = [...kept].flatMap(([kind, all]) => [...all.keys()].map((id) => `${kind} ${id}`));
  const reached = result.coverage.filter(({ successes }) => successes > 0);
  return {
    left,
    deletions: [...new Set(deletions)],
    cleared: reached.map(({ operation }) => operation).filter((one) => one.startsWith('clear-')),
  };
}

test('deletes several of its own where all there is are its own, and not where others have some', async () => {
  const { cleared, deletions, left } = await runOnCollection({
    readsBodies: true,
    others: ['coins'],
  });
  expect(cleared).toEqual(['clear-stamps']);
  expect(deletions).toEqual(['stamps']);
  expect(left).toEqual(['coins 1']);
});

test('deletes nothing more where a server ignores the ids', async () => {
  const { left, deletions } = await runOnCollection({ readsBodies: false, others: ['coins'] });
  expect(deletions).toEqual(['stamps']);
  expect(left).toEqual(['coins 1']);
});

test('does not try where others have some of each', async () => {
  const others = ['coins', 'stamps'];
  const { left, deletions } = await runOnCollection({ readsBodies: true, others });
  expect(deletions).toEqual([]);
  expect(left).toEqual(['coins 1', 'stamps 1']);
});

test('does not try where a list may leave out what others have', async () => {
  const archived = { name: 'archived', in: 'query', schema: { type: 'boolean' } };
  const { left, deletions } = await runOnCollection(
    { readsBodies: true, others: ['coins'] },
    documentOf([archived]),
  );
  expect(deletions).toEqual([]);
  expect(left).toEqual(['coins 1']);
});
