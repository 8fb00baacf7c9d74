import { register } from 'node:module';

const sqlite = '@photostructure/sqlite';

/**
 * Delays every durable commit of this process by `ms`, like a disk that really syncs. It applies to modules that are imported
 * later: the methods of a database can't be replaced on its class, only on each database.
 */
export function slowDown(ms: number): void {
  const replacement = moduleOf(`
    import * as real from ${JSON.stringify(import.meta.resolve(sqlite))};

    const never = new Int32Array(new SharedArrayBuffer(4));

    export function DatabaseSync(...given) {
      const database = new real.DatabaseSync(...given);
      const exec = database.exec.bind(database);
      const value = (statement) => {
        exec(statement);
        // Blocks the thread that commits, as a slow disk does.
        if (statement === 'commit') Atomics.wait(never, 0, 0, ${ms});
      };
      return Object.defineProperty(database, 'exec', { value });
    }
  `);
  register(
    moduleOf(`
      export async function resolve(specifier, context, next) {
        if (specifier !== ${JSON.stringify(sqlite)}) return next(specifier, context);
        return { url: ${JSON.stringify(replacement)}, format: 'module', shortCircuit: true };
      }
    `),
  );
}

function moduleOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
