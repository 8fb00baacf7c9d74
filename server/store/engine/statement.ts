import {
  type Compilable,
  type CompiledQuery,
  QueryCreator,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../schema.ts';

/** What a statement runs on: a reader, the quick connection, or a transaction. */
export interface Executor {
  getExecutor(): QueryExecutor;
}

/** A compiled query. It returns a `QueryResult` of Kysely, whose `rows` are empty for a query without rows. */
export type Statement<Values, Row> = (on: Executor, values: Values) => Promise<QueryResult<Row>>;

/** The adapter of an engine that runs in this process, without waiting for a connection. */
export interface DirectAdapter {
  readonly runDirectly: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;
}

interface Template {
  readonly compiled: CompiledQuery;
  /** For each parameter its value, or a slot with the name of the value. */
  readonly slots: readonly unknown[];
}

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Defines a query that is built and compiled once per connection, as building it takes longer than running it in SQLite.
 * `build` gets placeholders for the values, and may only pass them to the query.
 */
export function createStatement<Values extends object, Row>(
  build: (creator: QueryCreator<Schema>, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  const templates = new WeakMap<object, Template>();

  const compile = (executor: QueryExecutor): Template => {
    const compiled = build(new QueryCreator<Schema>({ executor }), placeholders()).compile();
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

  function placeholders(): Values {
    // Each placeholder is replaced by a value of this type before the query runs.
    return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  }
}

function isDirect(adapter: object): adapter is DirectAdapter {
  return 'runDirectly' in adapter;
}
