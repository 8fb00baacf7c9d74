import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const text = { type: 'string', minLength: 1, maxLength: 60 };
const fields = { title: text, tags: { type: 'array', items: text }, note: text };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const card = {
  type: 'object',
  required: ['id', 'title', 'tags', 'note'],
  properties: { id: { type: 'integer' }, ...fields },
};
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Cards', version: '1' },
  paths: {
    '/cards': {
      post: {
        operationId: 'addCard',
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['title', 'tags', 'note'],
            additionalProperties: false,
            properties: fields,
          }),
        },
        responses: {
          201: { description: 'Added', ...json(card) },
          400: { description: 'Invalid' },
        },
      },
    },
    '/cards/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getCard',
        responses: { 200: { description: 'A card', ...json(card) }, 404: { description: 'None' } },
      },
    },
  },
});

interface Card {
  readonly title: string;
  readonly tags: readonly unknown[];
  readonly note: string;
}

/** A server that stores cards in its own way. */
async function runOnCards(store: (card: Card) => Card) {
  const cards: (Card & { readonly id: number })[] = [];
  const isText = (value: unknown) =>
    typeof value === 'string' && value !== '' && [...value].length <= 60;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent, headers }) => {
      const id = /^\/cards\/(\d+)$/.exec(path)?.[1];
      if (id !== undefined) {
        const found = cards.find((one) => one.id === Number(id));
        if (method !== 'GET') return [405, undefined, { allow: 'GET' }];
        return found === undefined ? [404] : [200, found];
      }
      if (path !== '/cards') return [404];
      if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
      const { title, tags, note, ...others } = objectIn(sent) ?? {};
      const isValid =
        headers['content-type'] === 'application/json' &&
        [title, note].every(isText) &&
        Array.isArray(tags) &&
        tags.every(isText) &&
        Object.keys(others).length === 0;
      if (!isValid) return [400];
      const own = store({ title: String(title), tags, note: String(note) });
      cards.push({ id: cards.length + 1, ...own });
      return [201, cards.at(-1)];
    }),
  );
  const { outcomes } = await runDocument(url, document, {}, { fuzz: false });
  const created = outcomes.find(({ check }) => check.startsWith('document/created-is-readable/'));
  return created?.failures.map(({ kind, expected, got }) => `${kind}: ${expected} / ${got}`) ?? [];
}

test('a list or a text that a server empties is lost, and fails the run', async () => {
  const found = await runOnCards((one) => ({ ...one, tags: [], note: '' }));
  expect(found.filter((one) => one.startsWith('failed: "tags" as it was sent'))).toHaveLength(1);
  expect(found.filter((one) => one.startsWith('failed: "note" as it was sent'))).toHaveLength(1);
});

test('a text that a server writes in its own way is shown as it is, and depends on a decision', async () => {
  const found = await runOnCards((one) => ({ ...one, note: 'as agreed' }));
  expect(found).toEqual([
    expect.stringMatching(
      /^(differs|observed): "note" .* another value: "as agreed" in the response/,
    ),
  ]);
});
