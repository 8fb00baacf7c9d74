import { type Config, parseInternalAddress } from '../config/config.ts';
import { OperatorError } from '../operator-error.ts';
import { isLoopback } from '../security/is-loopback.ts';

/** Rejects a configuration that would send passwords, tokens and keys over a network in plain text. @throws OperatorError */
export async function refusePlainHttp(config: Config): Promise<void> {
  const { host, behindProxy, trustedHops } = config;
  if (behindProxy && trustedHops === 0) {
    throw new OperatorError(
      'option_invalid',
      '--behind-proxy needs --trust-proxy with the number of proxies: without it, all requests seem to come from the address of the proxy',
    );
  }
  await refuseInternal(config);
  if (config.tls !== undefined || behindProxy || (await isLoopback(host))) return;
  throw new OperatorError(
    'plain_http_refused',
    `passwords would cross the network unencrypted on ${host}: use --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS, or --host 127.0.0.1`,
  );
}

// The internal listener has no proxy in front of it.
async function refuseInternal({ internal, tls }: Config): Promise<void> {
  if (internal === undefined) return;
  const address = parseInternalAddress(internal.listen);
  if (address === undefined) {
    throw new OperatorError(
      'option_invalid',
      `the address of the internal listener must be host:port or unix:/path, not ${internal.listen}`,
    );
  }
  if (tls !== undefined || 'socket' in address || (await isLoopback(address.host))) return;
  throw new OperatorError(
    'plain_http_refused',
    `keys would cross the network unencrypted on ${address.host}: use --tls-cert and --tls-key, or a loopback address for the internal listener`,
  );
}
