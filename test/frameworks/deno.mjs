import { createNote, createNotes, document, nothing } from './notes.mjs';

/** What `deno serve` runs: an object with a function from a request to a response. */
export function createApp(options) {
  const notes = createNotes(options);

  const fetch = (request) => {
    const [, collection, id, ...rest] = new URL(request.url).pathname.split('/');
    if (collection !== 'notes' || rest.length > 0) return nothing(404);
    switch (`${request.method} ${id === undefined ? 'all' : 'one'}`) {
      case 'GET all':
        return Response.json(notes.list());
      case 'POST all':
        return createNote(notes, request);
      case 'GET one':
        return notes.find(id) ? Response.json(notes.find(id)) : nothing(404);
      case 'DELETE one':
        return nothing(notes.remove(id) ? 204 : 404);
      default:
        return nothing(404);
    }
  };
  return { app: { fetch }, document };
}
