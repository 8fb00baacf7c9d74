import type { Request } from '../../http/request.ts';
import { emptyProfile } from '../../profile/profile.ts';
import { createSecrets } from '../../secrets.ts';
import { connect } from '../connect.ts';
import { loadHooks } from '../load-modules.ts';
import type { TestOptions } from '../options.ts';
import type { TaskHost } from '../task-host.ts';

export interface CleanUpInput {
  readonly baseUrl: string;
  readonly options: Pick<
    TestOptions,
    'ca' | 'cert' | 'key' | 'insecure' | 'timeout' | 'hooks' | 'rate'
  >;
  readonly made: readonly Left[];
}

interface Left {
  readonly resource: string;
  /** Removes it. It has all headers. */
  readonly undo: Request;
  /** Decrypts the key of the client certificate. */
  readonly passphrase: string | undefined;
}

/** Deletes what a run made, the last first. */
export async function cleanUp(
  { write }: TaskHost,
  { baseUrl, options, made }: CleanUpInput,
): Promise<void> {
  const passphrase = made.find((one) => one.passphrase !== undefined)?.passphrase;
  const target = await connect(baseUrl, options, { ...emptyProfile, passphrase }, createSecrets(), {
    timeoutMs: options.timeout * 1000,
    ...(options.hooks !== undefined && { hooks: await loadHooks(options.hooks) }),
    ...(options.rate !== undefined && { rate: options.rate }),
  });
  for (const { resource, undo } of made) {
    const { response } = await target.send(undo);
    const { status = 0 } = response ?? {};
    const isGone = (status >= 200 && status < 300) || status === 404 || status === 410;
    if (isGone) write({ type: 'gone', resource });
  }
  target.close();
}
