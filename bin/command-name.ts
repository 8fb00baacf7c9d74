/** What a reader types to run this command: the sources in a clone have no other name than their path. */
export const commandName = import.meta.filename.endsWith('.ts')
  ? 'npx tsx bin/account-access.ts'
  : 'npx account-access';
