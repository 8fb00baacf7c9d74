import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Hands the statement on, or another one in its place. */
export type Send = (instead?: string) => Promise<unknown>;

/** What happens in the place of a statement. */
export type Act = (client: pg.Client, send: Send) => Promise<unknown>;

/** Whether something happens in the place of the statement that runs as the `nth`. */
type Decide = (nth: number, text: string) => Act | undefined;

type Query = (this: pg.Client, ...parameters: unknown[]) => Promise<unknown>;

/** Stands before the wire of the service's connections, and of no others, while a test runs. */
export function plantStatements() {
  let texts: string[] = [];
  let names: string[] = [];
  let decide: Decide = () => undefined;
  // All callers here pass no callback, and so get a promise.
  const query = pg.Client.prototype.query as unknown as Query;
  const replacement: Query = function (...parameters) {
    const text = textOf(parameters[0]);
    if (!isOfService(this) || text === undefined) return query.apply(this, parameters);
    texts.push(text);
    const name: unknown = Reflect.get(Object(parameters[0]), 'name');
    if (typeof name === 'string') names.push(name);
    const act = decide(texts.length, text);
    if (act === undefined) return query.apply(this, parameters);
    return act(this, (instead) =>
      instead === undefined ? query.apply(this, parameters) : query.call(this, instead),
    );
  };
  Reflect.set(pg.Client.prototype, 'query', replacement);
  onTestFinished(() => {
    Reflect.set(pg.Client.prototype, 'query', query);
  });
  return {
    /** Asks `decide` from now on, and counts anew. */
    plant: (decision: Decide) => {
      texts = [];
      names = [];
      decide = decision;
    },
    /** Of the statements that ran since. */
    texts: () => [...texts],
    /** Of those among them that their session prepares. */
    names: () => [...names],
  };
}

/** Of a statement, with or without a name. */
function textOf(statement: unknown): string | undefined {
  const text: unknown =
    typeof statement === 'object' ? Reflect.get(Object(statement), 'text') : statement;
  return typeof text === 'string' ? text : undefined;
}

function isOfService(client: pg.Client): boolean {
  const parameters: unknown = Reflect.get(client, 'connectionParameters');
  return Reflect.get(Object(parameters), 'application_name') === 'account-access';
}
