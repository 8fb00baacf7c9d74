import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
});
const playlist = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
/** Its example has a track without a length, which its own schema does not allow. */
const archive = {
  type: 'object',
  required: ['about', 'tracks'],
  properties: {
    about: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, isPublic: { type: 'boolean' } },
    },
    tracks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          seconds: { type: 'integer' },
          kind: { type: 'string', enum: ['song', 'talk'] },
        },
      },
    },
  },
  example: {
    about: { name: 'For the road', isPublic: true },
    tracks: [{ title: 'Intro', seconds: null, kind: 'song' }],
  },
};
const idInPath = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const rejected = { 400: { description: 'Invalid' } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Playlists', version: '1' },
  paths: {
    '/playlists': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'All', ...json({ type: 'array', items: playlist }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json({ ...playlist, required: ['name'] }) },
        responses: { 201: { description: 'Made', ...json(playlist) }, ...rejected },
      },
    },
    '/playlists/import': {
      post: {
        operationId: 'import',
        requestBody: { required: true, ...json(archive) },
        responses: { 200: { description: 'Made', ...json(playlist) }, ...rejected },
      },
    },
    '/playlists/{id}': {
      parameters: [idInPath],
      get: {
        operationId: 'read',
        responses: {
          200: { description: 'One', ...json(playlist) },
          404: { description: 'None' },
          ...rejected,
        },
      },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: 'Gone' }, 404: { description: 'None' }, ...rejected },
      },
    },
  },
});

/** A server that reads the tracks of an import after it has stored the playlist, or before. */
async function runOnPlaylists({ storesFirst }: { readonly storesFirst: boolean }) {
  const playlists = new Map([[1, { id: 1, name: 'Of others' }]]);
  let next = 2;
  const store = (name: string) => {
    const made = { id: next, name };
    playlists.set(next, made);
    next += 1;
    return made;
  };
  const nameIn = (sent: unknown) => {
    const { name } = objectIn(sent) ?? {};
    return typeof name === 'string' && name !== '' ? name : undefined;
  };
  const isTrack = (track: unknown) => /^(song|talk)$/.test(String(objectIn(track)?.kind));
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      if (path === '/playlists' && method === 'GET') return [200, [...playlists.values()]];
      if (path === '/playlists' && method === 'POST') {
        const name = nameIn(sent);
        return name === undefined ? [400] : [201, store(name)];
      }
      if (path === '/playlists/import' && method === 'POST') {
        const { about, tracks } = objectIn(sent) ?? {};
        const name = nameIn(about);
        if (name === undefined || !Array.isArray(tracks)) return [400];
        const isValid = tracks.every(isTrack);
        if (!isValid && !storesFirst) return [400];
        const made = store(name);
        return isValid ? [200, made] : [400];
      }
      const id = Number(/^\/playlists\/(\d+)$/.exec(path)?.[1]);
      const found = playlists.get(id);
      if (found === undefined) return [path.includes('/playlists/') ? 404 : 405];
      if (method === 'DELETE') return [playlists.delete(id) ? 204 : 404];
      return method === 'GET' ? [200, found] : [405];
    }),
  );
  const { broken, leftovers } = await runDocument(url, document, {}, { fuzz: false });
  const found = Object.keys(broken).filter((id) => id.includes('rejected-creates-nothing'));
  return { found, leftovers, left: [...playlists.values()] };
}

test('finds and deletes what a server has stored although it rejected the import', async () => {
  expect(await runOnPlaylists({ storesFirst: true })).toEqual({
    found: ['document/rejected-creates-nothing/import'],
    leftovers: [],
    left: [{ id: 1, name: 'Of others' }],
  });
});

test('reports nothing about a server that stores no rejected import', async () => {
  expect(await runOnPlaylists({ storesFirst: false })).toEqual({
    found: [],
    leftovers: [],
    left: [{ id: 1, name: 'Of others' }],
  });
});
