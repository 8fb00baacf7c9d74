import type { Engine } from './engine.ts';

/** Whether the store works, asked in ways that change nothing. Each rejects when it does not. */
export interface Health {
  read(): Promise<void>;
  /** Has to wait for its turn like every change. */
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
