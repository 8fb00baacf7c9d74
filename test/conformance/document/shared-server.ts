import { jsonListener, objectIn } from '../json-listener.ts';

const ref = (kind: string, name: string) => `{ $ref: '#/components/${kind}/${name}' }`;
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const toDo = ref('schemas', 'ToDo');
const body = `requestBody: { required: true, ${json(ref('schemas', 'Sent'))} }`;
const one = `{ description: A to-do, ${json(toDo)} }`;
const invalid = '400: { description: Invalid }';
const shown = `responses: { 200: ${one}, 404: { description: No such to-do }, ${invalid} }`;
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

/** To-dos of everybody, with ids that anyone can guess, and operations on all of them at once. */
export const sharedDocument = `
openapi: 3.1.0
info: { title: To-dos, version: '1' }
paths:
  /todos:
    get:
      operationId: listTodos
      responses: { 200: { description: All, ${json(`{ type: array, items: ${toDo} }`)} } }
    post: { operationId: addTodo, ${body}, responses: { 201: ${one}, ${invalid} } }
    patch: { operationId: changeTodos, ${body}, responses: { 204: { description: Done }, ${invalid} } }
    delete: { operationId: removeTodos, responses: { 204: { description: Done } } }
  /todos/{id}:
    ${id}
    get: { operationId: getTodo, ${shown} }
    put: { operationId: replaceTodo, ${body}, ${shown} }
    patch: { operationId: changeTodo, ${body}, ${shown} }
    delete:
      operationId: removeTodo
      responses: { 204: { description: Done }, 404: { description: No such to-do }, ${invalid} }
  /todos/{id}/done:
    ${id}
    post: { operationId: finishTodo, ${shown} }
  /notes:
    post: { operationId: addNote, ${body}, responses: { 201: ${one}, ${invalid} } }
components:
  schemas:
    Sent:
      type: object
      required: [title]
      properties: &fields
        title: { type: string, minLength: 1 }
        id: { type: integer }
        done: { type: boolean }
    ToDo: { type: object, required: [id, title], properties: *fields }
`;

type Todo = { readonly id: number; readonly title: string; readonly done?: unknown };

interface Leniency {
  /** What a POST does with a to-do that has the title already. */
  readonly finds?: 'shows' | 'replaces';
  /** Whether an update changes the to-do whose id is in its body. */
  readonly readsId?: boolean;
  readonly shows?: (todo?: object) => object | undefined;
}

/** A lenient server: it reads the number at the beginning of an id, and replaces a to-do that is sent again, also by its title, or shows it. */
export function sharedServer({ finds, readsId, shows = (todo) => todo }: Leniency = {}) {
  const others = 20;
  const todos = new Map<number, Todo>();
  for (let id = 1; id <= others; id += 1)
    todos.set(id, {
      id,
      title: id === 3 ? 's' : `Of someone else ${id}`,
      ...(finds && { done: 'never' }),
    });
  const listener = jsonListener(({ method, path, json }) => {
    const [, collection, given, action] =
      /^\/(todos|notes)(?:\/([^/]*))?(?:\/(done))?\/?$/.exec(path) ?? [];
    if (collection === undefined) return [404];
    const sent = objectIn(json);
    if (method === 'HEAD') return [405];
    const isWrite = /^(POST|PUT|PATCH)$/.test(method) && action === undefined;
    if (isWrite && typeof sent?.title !== 'string') return [400];
    if (collection === 'notes') return method === 'POST' ? [201, { ...sent, id: 1 }] : [405];
    const same = [...todos.values()].find(({ title }) => title === sent?.title);
    if (finds && method === 'POST' && same !== undefined) {
      if (finds === 'replaces') todos.set(same.id, { ...same, ...sent, id: same.id });
      return [200, todos.get(same.id)];
    }
    if (given === undefined || given === '') {
      if (method === 'GET') return [200, [...todos.values()]];
      const ids =
        method === 'POST'
          ? [/^\d+$/.test(String(sent?.id)) ? Number(sent?.id) : Math.max(0, ...todos.keys()) + 1]
          : [...todos.keys()];
      for (const id of ids)
        if (method === 'DELETE') todos.delete(id);
        else todos.set(id, { ...todos.get(id), ...sent, id, title: String(sent?.title) });
      return method === 'POST' ? [201, shows(todos.get(ids[0] ?? 0))] : [204];
    }
    const inBody = readsId && isWrite && method !== 'POST' ? Number(sent?.id) : 0;
    const id = todos.has(inBody) ? inBody : Number.parseInt(given, 10);
    const own = todos.get(id);
    if (own === undefined) return [404];
    if (action !== undefined && method !== 'POST') return [405];
    if (method === 'DELETE') return [todos.delete(id) ? 204 : 404];
    if (action !== undefined) todos.set(id, { ...own, done: true });
    else if (isWrite) todos.set(id, { ...own, ...sent, id, title: String(sent?.title) });
    return [200, todos.get(id)];
  });
  return {
    listener,
    records: () => JSON.stringify([...todos].filter(([id]) => id <= others)),
    /** The ids of what was added and not deleted. */
    added: () => [...todos.keys()].filter((id) => id > others),
  };
}
