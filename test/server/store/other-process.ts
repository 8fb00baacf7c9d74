// Run by tests as a process of its own: opens the database, tries the same code and adds keys as fast as it can.
import { parseArgs } from 'node:util';
import { openStore } from '../../../server/store/open-store.ts';
import { addAccount, createKey, logIn } from './an-account.ts';

// The store stops waiting for other processes that write after ten seconds. Here that time never passes, however slow the disk is.
performance.now = () => 0;

const { positionals } = parseArgs({ allowPositionals: true });
const [database = '', secrets = '', identity = ''] = positionals;

const store = await openStore({ database, secrets });
const account = (await store.accounts.findByIdentity(identity)) ?? (await addAccount(store, identity));
const outcomes: unknown[] = [];
for (let count = 0; count < 30; count += 1) {
  outcomes.push((await logIn(store, account, { totpStep: 1001 + (count % 2) })).outcome);
  outcomes.push((await createKey(store, account.id)).outcome);
}
await store.close();
process.stdout.write(JSON.stringify(outcomes));
