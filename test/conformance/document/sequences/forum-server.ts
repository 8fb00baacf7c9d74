import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the forum does wrong, one at a time. */
export type ForumDefect =
  | 'keeps deleted users'
  | 'keeps deleted posts'
  | 'ignores changes of posts'
  | 'mixes up tags'
  | 'loses settings';

interface Stored {
  fields: Record<string, unknown>;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const patterns = {
  users: new RegExp(`^/api/users(?:/(${uuid}))?$`),
  posts: new RegExp(`^(/api/users/${uuid})/posts(?:/(${uuid}))?$`),
  tags: /^\/api\/tags(?:\/(\d+))?$/,
  settings: /^\/api\/settings\/([a-z0-9]+)$/,
};

/** A forum below `/api`: ids of three kinds, posts in users, and settings whose names the client chooses. */
export function forum(defect?: ForumDefect) {
  const is = (one: ForumDefect) => defect === one;
  const stored = new Map<string, Stored>();
  let count = 0;

  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      response
        .writeHead(status, { ...(text && { 'content-type': 'application/json' }), ...headers })
        .end(text);
    };
    const pathname = new URL(request.url ?? '/', 'http://forum').pathname.replace(/\/$/, '');
    const method = request.method ?? '';
    const body = await readBody(request);
    const found = stored.get(pathname);
    const [, user] = patterns.posts.exec(pathname) ?? [];
    if (user !== undefined && !stored.has(user)) return send(404);

    if (method === 'POST') {
      if (body === undefined) return send(400);
      count += 1;
      if (patterns.tags.test(pathname)) {
        stored.set(`/api/tags/${count}`, { fields: body });
        // The other ids are none that the path allows.
        return send(200, { id: 'internal', tag: { id: count, ...body }, author: { id: 'ada' } });
      }
      const path = `${pathname}/${uuidOf(count)}`;
      if (!patterns.users.test(path) && !patterns.posts.test(path)) return send(404);
      stored.set(path, { fields: body });
      // One location is relative to the request, the other is an address.
      const location = user === undefined ? path : `http://forum.example${path}`;
      return send(201, undefined, { location });
    }
    if (method === 'PUT' && patterns.settings.test(pathname)) {
      if (body === undefined) return send(400);
      if (!is('loses settings')) stored.set(pathname, { fields: body });
      return send(found ? 204 : 201);
    }
    if (found === undefined) return send(404);
    if (method === 'GET') {
      const id = patterns.tags.exec(pathname)?.[1];
      if (id !== undefined) {
        const label = is('mixes up tags') ? { label: 'of another tag', colour: 'none' } : {};
        return send(200, { tag: { id: Number(id), ...found.fields, ...label } });
      }
      return send(200, found.fields);
    }
    if (method === 'PUT' && patterns.posts.test(pathname)) {
      if (body === undefined) return send(400);
      if (!is('ignores changes of posts')) found.fields = body;
      return send(204);
    }
    if (method !== 'DELETE') return send(405);
    const isUser = patterns.users.test(pathname);
    if (is('keeps deleted users') && isUser) return send(204);
    if (is('keeps deleted posts') && patterns.posts.test(pathname)) return send(204);
    // A user can be deleted only without posts, and a deleted post has never existed.
    if (isUser && [...stored.keys()].some((path) => path.startsWith(`${pathname}/posts/`))) return send(409);
    stored.delete(pathname);
    return send(204);
  };
  return { listener, left: () => [...stored.keys()] };
}

function uuidOf(count: number): string {
  const hex = createHash('sha256').update(String(count)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
