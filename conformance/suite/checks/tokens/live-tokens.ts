import type { Login } from '../support/accounts/seen-credentials.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import type { ServiceContext } from '../support/service-context.ts';

/** How many logins it takes to tell whether logins end earlier tokens. */
export const mostLaterLogins = 4;

/**
 * Whether a token that the server rejects may have ended because its user logged in again: servers limit how many live tokens a
 * user has. They don't, if the oldest live token survives so many further logins that it is older than the rejected one was.
 */
export async function mayHaveEndedByLogins(
  context: ServiceContext,
  rejected: Login,
): Promise<boolean> {
  const { memory, sessions } = context;
  const { owner, token } = rejected;
  const isLive = async (one: string) =>
    context.outcomeOf(await context.call(generateRequest(one))).code !== 401;

  const tokens = tokensOf(memory.logins(), owner);
  const later = tokens.slice(tokens.indexOf(token) + 1);
  const newest = later.at(-1);
  if (newest === undefined || !(await isLive(newest))) later.push(await sessions.renew(owner));
  const at = await firstWhere(later, isLive);
  const oldestLive = later[at];
  if (oldestLive === undefined) return true;

  // Any of the logins with unusual identities may have been one of this user.
  const further = 1 + memory.unattributedLogins();
  if (further >= mostLaterLogins) return true;
  for (let made = 0; made < further; made += 1) await sessions.renew(owner);
  return !(await isLive(oldestLive));
}

/** Each once: a server may return a token again. */
function tokensOf(logins: readonly Login[], owner: Login['owner']): string[] {
  return [...new Set(logins.filter((one) => one.owner === owner).map(({ token }) => token))];
}

/** The index of the first item that passes, where every later one passes too; the length when none does. */
async function firstWhere<Item>(
  items: readonly Item[],
  passes: (item: Item) => Promise<boolean>,
): Promise<number> {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const item = items[middle];
    if (item !== undefined && (await passes(item))) to = middle;
    else from = middle + 1;
  }
  return from;
}
