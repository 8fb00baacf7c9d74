import { createNote, createNotes, document, nothing } from './notes.mjs';

/** What `app/notes/route.js` exports. */
const allNotes = (notes) => ({
  GET: async () => Response.json(notes.list()),
  POST: async (request) => createNote(notes, request),
});

/** What `app/notes/[id]/route.js` exports. */
const oneNote = (notes) => ({
  GET: async (_request, { params }) => {
    const note = notes.find((await params).id);
    return note === undefined ? nothing(404) : Response.json(note);
  },
  DELETE: async (_request, { params }) => nothing(notes.remove((await params).id) ? 204 : 404),
});

const notAllowed = (handlers) =>
  new Response(null, { status: 405, headers: { Allow: Object.keys(handlers).join(', ') } });

/** The route handlers of Next, by path and method as Next calls them: they need nothing of its package. */
export function createApp(options) {
  const notes = createNotes(options);
  const routes = [
    [/^\/notes$/, allNotes(notes)],
    [/^\/notes\/(?<id>[^/]+)$/, oneNote(notes)],
  ];

  const app = (request) => {
    const { pathname } = new URL(request.url);
    for (const [pattern, handlers] of routes) {
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const { [request.method]: handler } = { HEAD: handlers.GET, ...handlers };
      const params = Promise.resolve({ ...match.groups });
      return handler?.(request, { params }) ?? notAllowed(handlers);
    }
    return nothing(404);
  };
  return { app, document };
}
