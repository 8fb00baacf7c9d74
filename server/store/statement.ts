import type { CompiledQuery, QueryExecutor, QueryResult } from 'kysely';
import { QueryCreator } from './kysely.ts';
import type { Schema } from './schema.ts';

/** What a statement runs on: a connection, or a transaction. */
export interface Executor {
  getExecutor(): QueryExecutor;
}

/** A compiled query. It returns a `QueryResult` of Kysely, whose `rows` are empty for a query without rows. */
type Statement<Values, Row> = (on: Executor, values: Values) => Promise<QueryResult<Row>>;

interface Template {
  /** No other text has its name, so that a connection can prepare it. */
  readonly compiled: CompiledQuery & { readonly name: string };
  /** For each parameter its value, or a slot with the name of the value. */
  readonly slots: readonly unknown[];
}

/** A query of the builder, or of `sql` where SQL is shorter. */
interface Buildable<Row> {
  compile(on: Executor): CompiledQuery<Row>;
}

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

let statements = 0;

/**
 * Defines a query that is built and compiled once per connection, as building it takes longer than running it in SQLite.
 * `build` gets placeholders for the values, and may only pass them to the query. A value that is `undefined` is null there.
 */
export function createStatement<Values extends object, Row>(
  build: (values: Values, creator: QueryCreator<Schema>) => Buildable<Row>,
): Statement<Values, Row> {
  const templates = new WeakMap<object, Template>();
  statements += 1;
  const name = `statement_${statements}`;

  const templateFor = (executor: QueryExecutor): Template => {
    const known = templates.get(executor.adapter);
    if (known !== undefined) return known;
    const built = build(placeholders(), new QueryCreator<Schema>({ executor }));
    const compiled = built.compile({ getExecutor: () => executor });
    const template = { compiled: { ...compiled, name }, slots: compiled.parameters };
    templates.set(executor.adapter, template);
    return template;
  };

  return (on, values) => {
    const executor = on.getExecutor();
    const { compiled, slots } = templateFor(executor);
    const parameters = slots.map((slot) =>
      slot instanceof Slot ? (Reflect.get(values, slot.name) ?? null) : slot,
    );
    return executor.executeQuery<Row>({ ...compiled, parameters });
  };

  function placeholders(): Values {
    // Each placeholder is replaced by a value of this type before the query runs.
    return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  }
}
