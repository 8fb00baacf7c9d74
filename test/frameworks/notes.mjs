/** The notes of the example apps, in memory. With `fault`, a new note loses its text. */
export function createNotes({ fault = false } = {}) {
  const notes = new Map();
  let created = 0;
  return {
    list: () => [...notes.values()],
    find: (id) => notes.get(id),
    remove: (id) => notes.delete(id),
    /** The new note, or undefined if the text is none. */
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
