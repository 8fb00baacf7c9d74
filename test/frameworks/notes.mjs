/** The document of the notes. */
export const document = new URL('notes.yaml', import.meta.url).pathname;

/** The notes of the fetch handlers, in memory. With `fault`, a new note loses its text. */
export function createNotes({ fault }) {
  const notes = new Map();
  let created = 0;
  return {
    list: () => [...notes.values()],
    find: (id) => notes.get(id),
    remove: (id) => notes.delete(id),
    /** The new note, or undefined if the body has no text. */
    add: (body) => {
      const text = body?.text;
      if (typeof text !== 'string' || text.length === 0 || text.length > 200) return undefined;
      created += 1;
      const note = { id: `${created}`, text };
      notes.set(note.id, note);
      return fault ? { id: note.id } : note;
    },
  };
}

export const nothing = (status) => new Response(null, { status });

/** What each handler does with `POST /notes`. */
export async function createNote(notes, request) {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(;|$)/i.test(type)) return nothing(415);
  const note = notes.add(await request.json().catch(() => undefined));
  return note === undefined ? nothing(400) : Response.json(note, { status: 201 });
}
