import { OperatorError, unknownAccount } from '../../server/operator-error.ts';
import type { Store } from '../../server/store/open-store.ts';

/** The keys of an account, oldest first. @throws OperatorError */
export async function listKeys({ accounts, apiKeys }: Store, identity: string, now: number) {
  const account = await accounts.find(identity);
  if (account === undefined) throw unknownAccount();
  return apiKeys.list(account.id, now);
}

/** Revokes a key of any account for good. A key that was revoked before keeps its time. @throws OperatorError */
export async function revokeKey({ apiKeys }: Store, id: string, now: number) {
  const owner = await apiKeys.findOwner(id);
  const revocation = owner && (await apiKeys.revoke(owner, id, now, { actor: 'operator' }));
  // The message does not repeat the id: the operator may have pasted a key instead.
  if (!revocation) throw new OperatorError('key_unknown', 'there is no API key with this id');
  return revocation;
}
