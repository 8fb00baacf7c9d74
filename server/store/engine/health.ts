import type { Engine } from './engine.ts';

/** Checks whether the store works, and changes nothing. Each function rejects when it does not. */
export interface Health {
  read(): Promise<void>;
  /** Waits for the write lock like every change. */
  write(): Promise<void>;
}

export function createHealth({ reader, write }: Engine): Health {
  return {
    read: async () => {
      await reader.selectFrom('accounts').select('id').where('id', '=', '').execute();
    },
    write: () =>
      write(async (transaction) => {
        await transaction.updateTable('accounts').set({ revision: 0 }).where('id', '=', '').execute();
      }),
  };
}
