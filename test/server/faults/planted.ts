/** What stands between the store and its database for as long as a test runs, in every connection of this process. */
export interface Planted {
  /**
   * From now on, the statement that runs as the `nth` (from 1) fails, and no other. It has done nothing. `oddly`: SQLite
   * has ended its transaction too, as it may on these faults (sqlite.org/lang_transaction.html, 3); in PostgreSQL it
   * cannot be rolled back.
   */
  failAt(nth: number, fault: string, options?: { readonly oddly?: boolean }): void;
  /** From now on everything fails, until `restore`. */
  failAlways(fault: string): void;
  restore(): void;
  /** How many statements ran since `failAt`, `failAlways` or `restore`. */
  ran(): number;
}
