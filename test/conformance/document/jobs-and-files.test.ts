import { describe, expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 } },
};
const shown = { ...named, properties: { id: { type: 'integer' }, ...named.properties } };
const absent = { 404: { description: 'None' }, 400: { description: 'Invalid' } };
const document = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Reports', version: '1' }, paths });
const byId = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
};
const one = {
  ...byId,
  get: {
    operationId: 'getOne',
    responses: { 200: { description: 'One', ...json(shown) }, ...absent },
  },
  delete: { responses: { 204: { description: 'Gone' }, ...absent } },
};

type JobFault = 'never ends' | 'has no status' | 'loses the result' | 'is another one';

/** A server that makes reports later. */
async function runOnJobs(fault?: JobFault) {
  const reports = new Map<number, object>();
  const jobs = new Map<number, { reads: number; readonly report: number }>();
  let last = 0;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const body = objectIn(sent);
      const [, table, text] = path.split('/');
      const id = Number(text);
      if (path === '/reports' && method === 'POST') {
        if (typeof body?.name !== 'string' || body.name === '') return [400];
        last += 1;
        jobs.set(last, { reads: 0, report: 1000 + last });
        if (fault !== 'loses the result')
          reports.set(1000 + last, { id: 1000 + last, name: body.name });
        const job = { id: last, status: 'queued', since: '10:00' };
        const shown = fault === 'is another one' && last > 1 ? last - 1 : last;
        return [202, job, { location: `/jobs/${shown}` }];
      }
      if (table === 'jobs' && method === 'GET') {
        const job = jobs.get(id);
        if (job === undefined || fault === 'has no status') return [404];
        job.reads += 1;
        const isDone = job.reads > 2 && fault !== 'never ends';
        return [
          200,
          {
            ...{ id, status: isDone ? 'done' : 'running', since: '10:00' },
            ...(isDone && { reportId: job.report }),
          },
        ];
      }
      if (table !== 'reports' || text === undefined) return [404];
      if (method === 'DELETE') return [reports.delete(id) ? 204 : 404];
      const found = reports.get(id);
      return method === 'GET' && found ? [200, found] : [404];
    }),
  );
  const paths = {
    '/reports': {
      post: {
        operationId: 'makeReport',
        requestBody: { required: true, ...json(named) },
        responses: { 202: { description: 'Accepted' }, 400: { description: 'Invalid' } },
      },
    },
    '/reports/{id}': one,
    '/jobs/{id}': {
      ...byId,
      get: { operationId: 'getJob', responses: { 200: { description: 'A job' }, ...absent } },
    },
  };
  const result = await runDocument(url, document(paths), {}, { fuzz: false });
  return { ...result, left: reports.size };
}

describe('a job', () => {
  test('is followed to what it creates, which is tested and deleted', async () => {
    const { broken, outcomes, sent, left, leftovers } = await runOnJobs();
    expect(broken).not.toHaveProperty('document/accepted-is-done/makeReport');
    expect(
      outcomes.find(({ check }) => check === 'document/deleted-is-gone/delete-reports-id-')?.kind,
    ).toBe('passed');
    expect(sent.join()).toMatch(/DELETE \/reports\/10\d\d /);
    expect([left, leftovers]).toEqual([0, []]);
  });

  test.each([
    ['has no status', 'the status of what was accepted / 404'],
    ['loses the result', 'what was created / 404 after "done"'],
    ['is another one', 'the status of what was accepted / that of another'],
  ] as const)('that %s is reported', async (fault, failure) => {
    const { broken } = await runOnJobs(fault);
    expect(broken['document/accepted-is-done/makeReport']).toEqual([failure]);
  });

  test('that never ends is only observed, and its creations are listed', async () => {
    const { outcomes, leftovers } = await runOnJobs('never ends');
    const found = outcomes.find(({ check }) => check === 'document/accepted-is-done/makeReport');
    expect(found?.kind).toBe('observed');
    expect(leftovers.join()).toMatch(/POST \/reports \{"name":"[^"]+"\} \(202\) does not say/);
  });
});

describe('a file', () => {
  /** A server that keeps files, and returns them after a change. */
  async function runOnFiles(change: (file: Buffer) => Buffer) {
    const files = new Map<number, Buffer>();
    const { url } = await serverForTest(async (request, response) => {
      const bytes = Buffer.concat(await request.toArray());
      const [, table, text, content] = String(request.url).split('/');
      const file = files.get(Number(text));
      const reply = (status: number, body?: object) =>
        response
          .writeHead(status, body && { 'content-type': 'application/json' })
          .end(body && JSON.stringify(body));
      if (table !== 'files') return reply(404);
      if (text === undefined && request.method === 'POST') {
        const start = bytes.indexOf('\r\n\r\n', bytes.indexOf('name="file"')) + 4;
        const end = bytes.indexOf('\r\n--', start);
        if (!bytes.includes('name="file"') || end < start) return reply(400);
        files.set(files.size + 1, bytes.subarray(start, end));
        return reply(201, { id: files.size });
      }
      if (file === undefined) return reply(404);
      if (request.method === 'DELETE') files.set(Number(text), Buffer.alloc(0));
      if (request.method === 'DELETE') return reply(204);
      if (content === undefined) return reply(200, { id: Number(text) });
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(change(file));
    });
    const binary = { type: 'string', format: 'binary' };
    const form = { type: 'object', required: ['file'], properties: { file: binary } };
    const paths = {
      '/files': {
        post: {
          operationId: 'upload',
          requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
          responses: { 201: { description: 'Kept' }, 400: { description: 'Invalid' } },
        },
      },
      '/files/{id}': one,
      '/files/{id}/content': {
        ...byId,
        get: {
          operationId: 'download',
          responses: {
            200: {
              description: 'The file',
              content: { 'application/octet-stream': { schema: binary } },
            },
            ...absent,
          },
        },
      },
    };
    const only = ['document/upload-is-readable'];
    const { outcomes } = await runDocument(url, document(paths), {}, { only });
    return outcomes.map(({ kind, failures }) => [kind, ...failures.map(({ got }) => got)]);
  }

  test('that returns as it was sent passes', async () => {
    expect(await runOnFiles((file) => file)).toEqual([['passed']]);
  });

  test('that is read as text, or cut, is reported', async () => {
    expect(await runOnFiles((file) => Buffer.from(file.toString()))).toEqual([
      ['failed', expect.stringMatching(/^\d+ bytes$/)],
    ]);
    expect(await runOnFiles((file) => Buffer.from(file.map((byte) => byte & 127)))).toEqual([
      ['failed', expect.stringMatching(/^another byte at \d+$/)],
    ]);
  });
});

describe('several that are created at once', () => {
  async function runOnBulk(keep: (items: readonly object[]) => readonly object[]) {
    const items = new Map<number, object>();
    let last = 0;
    const { url } = await serverForTest(
      jsonListener(({ method, path, json: sent }) => {
        const id = Number(/^\/books\/(\d+)$/.exec(path)?.[1]);
        const isItem = (one: unknown) =>
          typeof objectIn(one)?.name === 'string' && objectIn(one)?.name !== '';
        if (path === '/books/bulk' && method === 'POST') {
          if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isItem)) return [400];
          const made = keep(sent).map((one) => {
            last += 1;
            items.set(last, { id: last, ...one });
            return { id: last };
          });
          return [201, made];
        }
        if (path === '/books' && method === 'POST') {
          if (!isItem(sent)) return [400];
          last += 1;
          items.set(last, { id: last, ...objectIn(sent) });
          return [201, items.get(last)];
        }
        if (method === 'DELETE') return [items.delete(id) ? 204 : 404];
        return method === 'GET' && items.has(id) ? [200, items.get(id)] : [404];
      }),
    );
    const create = (schema: object, operationId: string) => ({
      operationId,
      requestBody: { required: true, ...json(schema) },
      responses: { 201: { description: 'Made' }, 400: { description: 'Invalid' } },
    });
    const paths = {
      '/books': { post: create(named, 'addBook') },
      '/books/bulk': { post: create({ type: 'array', minItems: 1, items: named }, 'addBooks') },
      '/books/{id}': one,
    };
    const result = await runDocument(url, document(paths), {}, { fuzz: false });
    return { ...result, left: items.size };
  }

  test('are read one by one, and deleted', async () => {
    const { outcomes, left, leftovers } = await runOnBulk((items) => items);
    const found = outcomes.find(({ check }) => check === 'document/bulk-creates-each/addBooks');
    expect([found?.kind, left, leftovers]).toEqual(['passed', 0, []]);
  });

  test('are reported when one is missing, or has the values of another', async () => {
    const bulk = 'document/bulk-creates-each/addBooks';
    const cut = await runOnBulk((items) => items.slice(0, 2));
    expect(cut.broken[bulk]).toEqual(['3 resources / 2']);
    const same = await runOnBulk((items) => items.map(() => items[0] ?? {}));
    expect(same.broken[bulk]).toEqual([
      'item 2 of 3, with its values / none of the reads shows it',
    ]);
  });
});
