/** The app as `Deno.serve` or a route of Next calls it: a function from a request to a response. */
export function createApp(notes) {
  const nothing = (status) => new Response(null, { status });

  const create = async (request) => {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? ''))
      return nothing(415);
    const note = notes.add(await request.json().catch(() => undefined));
    return note === undefined ? nothing(400) : Response.json(note, { status: 201 });
  };
  const read = (id) => {
    const note = notes.find(id);
    return note === undefined ? nothing(404) : Response.json(note);
  };

  return (request) => {
    const [, collection, id, ...rest] = new URL(request.url).pathname.split('/');
    if (collection !== 'notes' || rest.length > 0) return nothing(404);
    switch (`${request.method} ${id === undefined ? 'all' : 'one'}`) {
      case 'GET all':
        return Response.json(notes.list());
      case 'POST all':
        return create(request);
      case 'GET one':
        return read(id);
      case 'DELETE one':
        return nothing(notes.remove(id) ? 204 : 404);
      default:
        return nothing(404);
    }
  };
}
