import {
  type Compilable,
  type CompiledQuery,
  QueryCreator,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../schema.ts';

/** What a statement runs on: a reader, the quick connection, a transaction. */
export interface Executor {
  getExecutor(): QueryExecutor;
}

/** A query that is run with every request. `QueryResult` as Kysely has it: of a query without rows `rows` is empty. */
export type Statement<Values, Row> = (on: Executor, values: Values) => Promise<QueryResult<Row>>;

/** The adapter of an engine that works in this process: there is no connection to wait for. */
export interface DirectAdapter {
  readonly runDirectly: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;
}

interface Template {
  readonly compiled: CompiledQuery;
  /** For each parameter what it is, or which of the values it stands for. */
  readonly slots: readonly unknown[];
}

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled once for each connection and then only run: to build it anew costs more than SQLite
 * takes to run it. `build` sees a stand-in for each of the values, and may do no more with it than to hand it to the query.
 */
export function createStatement<Values extends object, Row>(
  build: (creator: QueryCreator<Schema>, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  const templates = new WeakMap<object, Template>();

  const compile = (executor: QueryExecutor): Template => {
    const compiled = build(new QueryCreator<Schema>({ executor }), standIns()).compile();
    return { compiled, slots: compiled.parameters };
  };

  return (on, values) => {
    const executor = on.getExecutor();
    const { adapter } = executor;
    let template = templates.get(adapter);
    if (template === undefined) {
      template = compile(executor);
      templates.set(adapter, template);
    }
    const parameters = template.slots.map((slot) =>
      slot instanceof Slot ? Reflect.get(values, slot.name) : slot,
    );
    const query = { ...template.compiled, parameters };
    return isDirect(adapter) ? adapter.runDirectly<Row>(query) : executor.executeQuery<Row>(query);
  };

  function standIns(): Values {
    // The types are those of the values, which take the places of the stand-ins before anything looks at them.
    return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  }
}

function isDirect(adapter: object): adapter is DirectAdapter {
  return 'runDirectly' in adapter;
}
