import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { TransportError, TransportErrorKind } from './exchange.ts';

export interface Address {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** Undefined for the well-known authorities and no client certificate. */
  readonly secureContext: SecureContext | undefined;
  readonly insecure: boolean;
  readonly connectTimeoutMs: number;
}

export type Connected =
  | { readonly socket: Socket; readonly mayBeClosed?: boolean }
  | { readonly error: TransportError };

export function openConnection(address: Address): Promise<Connected> {
  return new Promise((resolve) => {
    const { secure, host, port, secureContext, insecure, connectTimeoutMs } = address;
    const socket = secure
      ? connectTls({
          host,
          port,
          ...(isIP(host) === 0 && { servername: host }),
          ALPNProtocols: ['http/1.1'],
          rejectUnauthorized: !insecure,
          ...(secureContext && { secureContext }),
        })
      : connectPlain({ host, port });
    socket.setNoDelay(true);
    const settle = (result: Connected) => {
      timer.cancel();
      socket.removeAllListeners('error');
      if ('error' in result) {
        socket.on('error', () => {});
        socket.destroy();
      }
      resolve(result);
    };
    const timer = afterAwake(connectTimeoutMs, () =>
      settle({
        error: {
          kind: 'connect-timeout',
          message: `no connection to ${host}:${port} in ${connectTimeoutMs} ms`,
        },
      }),
    );
    socket.once(secure ? 'secureConnect' : 'connect', () => settle({ socket }));
    socket.once('error', (error) => settle({ error: toTransportError(error, `${host}:${port}`) }));
  });
}

const unknownAuthority =
  'TLS failed: the certificate is not from a trusted authority; add it with --ca, or accept any with --insecure';

const certificateRequired =
  'TLS failed: the server requires a client certificate; give one with --cert and --key';
const notTls = 'TLS failed: the server does not speak TLS on this port; is it http://?';

const plain: Record<string, [TransportErrorKind, string]> = {
  ENOTFOUND: ['dns', 'no such host'],
  EAI_AGAIN: ['dns', 'the name could not be resolved'],
  ECONNREFUSED: ['refused', 'the connection was refused; no server listens on this port'],
  ECONNRESET: ['reset', 'the connection was reset'],
  EPIPE: ['reset', 'the connection was reset'],
  EHOSTUNREACH: ['unreachable', 'the host cannot be reached'],
  ENETUNREACH: ['unreachable', 'the network cannot be reached'],
  ETIMEDOUT: ['connect-timeout', 'the connection timed out'],
  EPROTO: ['tls', notTls],
  ERR_SSL_WRONG_VERSION_NUMBER: ['tls', notTls],
  CERT_HAS_EXPIRED: ['tls', 'TLS failed: the certificate has expired; --insecure accepts it'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'tls',
    'TLS failed: the certificate is for another host; --insecure accepts it',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', unknownAuthority],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls', unknownAuthority],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls', unknownAuthority],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls', unknownAuthority],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: ['tls', certificateRequired],
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: [
    'tls',
    `${certificateRequired} (or it supports no TLS cipher of ours)`,
  ],
  EADDRNOTAVAIL: ['unreachable', 'no local port is free for another connection'],
};

export function toTransportError(error: Error & { code?: string }, where: string): TransportError {
  const code = error.code ?? '';
  const known = plain[code];
  if (known !== undefined) return { kind: known[0], message: `${where}: ${known[1]}` };
  // For a host with several addresses the reason is inside the error.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return toTransportError(error.errors[0], where);
  }
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|EPROTO)/.test(code);
  return {
    kind: isTls ? 'tls' : 'reset',
    message: `${where}: ${isTls ? 'TLS failed: ' : ''}${error.message}`,
  };
}

// A wait is this number of short ones.
const slices = 20;

/**
 * Calls `done` after this process has been awake for this many milliseconds. A busy or suspended machine delays the
 * process, so that it cannot read what has arrived. Such a delay counts as one twentieth of the wait at most.
 */
export function afterAwake(ms: number, done: () => void) {
  let left = slices;
  let timer = setTimeout(tick, ms / slices);
  function tick() {
    left -= 1;
    if (left > 0) timer = setTimeout(tick, ms / slices);
    else done();
  }
  return { cancel: () => clearTimeout(timer) };
}

/** The same as a promise. */
export function awake(ms: number): Promise<void> {
  return new Promise((resolve) => {
    afterAwake(ms, resolve);
  });
}
