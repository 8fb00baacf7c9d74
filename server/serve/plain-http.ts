import type { Config } from '../config/config.ts';
import { parseInternalAddress } from '../config/internal-address.ts';
import { OperatorError } from '../operator-error.ts';
import { isLoopback } from './loopback.ts';

/** Passwords, tokens and keys are not sent over a network that can read them. @throws OperatorError */
export async function refusePlainHttp(config: Config): Promise<void> {
  const { host, behindProxy, trustedHops } = config;
  if (behindProxy && trustedHops === 0) {
    throw new OperatorError(
      'option_invalid',
      'behind a proxy all requests come from its address: say how many proxies there are with --trust-proxy',
    );
  }
  await refuseInternal(config);
  if (config.tls !== undefined || behindProxy || (await isLoopback(host))) return;
  throw new OperatorError(
    'plain_http_refused',
    `passwords would cross the network in clear on ${host}: give --tls-cert and --tls-key, or --behind-proxy where a proxy speaks TLS, or --host 127.0.0.1`,
  );
}

// No proxy is expected before this one.
async function refuseInternal({ internal, tls }: Config): Promise<void> {
  if (internal === undefined) return;
  const address = parseInternalAddress(internal.listen);
  if (address === undefined) {
    throw new OperatorError(
      'option_invalid',
      `the internal listener needs host:port or unix:/path, not ${internal.listen}`,
    );
  }
  if (tls !== undefined || 'socket' in address || (await isLoopback(address.host))) return;
  throw new OperatorError(
    'plain_http_refused',
    `keys would cross the network in clear on ${address.host}: off the loopback the internal listener needs --tls-cert and --tls-key`,
  );
}
