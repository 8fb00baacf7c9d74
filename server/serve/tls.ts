import { constants, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type Config, parseInternalAddress, type TlsFiles } from '../config/config.ts';
import { OperatorError } from '../operator-error.ts';
import { isLoopback } from '../security/is-loopback.ts';
import { fileProblem, findExposure } from '../security/private-file.ts';

// RFC 9325, 4.2: with TLS 1.2 only forward secrecy and authenticated encryption, which TLS 1.3 always has.
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...[
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
  ],
  ...[
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ],
].join(':');

export interface Tls {
  readonly context: SecureContextOptions;
  readonly validTo: Date;
}

/** Reads a certificate and its key. @throws OperatorError when they cannot be used; it contains nothing of the key */
export function readTls({ certificate, key }: TlsFiles): Tls {
  const exposure = findExposure(key);
  if (exposure !== undefined) throw unusable(`the TLS key ${key} cannot be used: ${exposure}`);
  const context: SecureContextOptions = {
    cert: read(certificate, 'certificate'),
    key: read(key, 'key'),
    ciphers,
    honorCipherOrder: true,
    minVersion: 'TLSv1.2',
    // Costs the server many times what it costs the client.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
  try {
    createSecureContext(context);
    return {
      context,
      validTo: new Date(new X509Certificate(read(certificate, 'certificate')).validTo),
    };
  } catch (cause) {
    throw unusable(
      `the TLS certificate ${certificate} and the key ${key} cannot be used: they must be PEM files without a passphrase, and must match`,
      cause,
    );
  }
}

/** Uses the certificate for new connections to a TLS server. */
export function renewTls(server: Server, { context }: Tls): void {
  if (server instanceof SecureServer) server.setSecureContext(context);
}

function read(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(`the TLS ${what} ${path} cannot be used: ${fileProblem(cause)}`, cause);
  }
}

function unusable(message: string, cause?: unknown): OperatorError {
  return new OperatorError('file_unusable', message, { cause });
}

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
      `the address of the internal listener must be host:port, or unix:/path of at most 103 bytes, not ${internal.listen}`,
    );
  }
  if (tls !== undefined || 'socket' in address || (await isLoopback(address.host))) return;
  throw new OperatorError(
    'plain_http_refused',
    `keys would cross the network unencrypted on ${address.host}: use --tls-cert and --tls-key, or a loopback address for the internal listener`,
  );
}
