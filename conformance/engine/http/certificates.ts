import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** PEM texts. */
export interface Certificates {
  /** Certificates to trust, in addition to the well-known authorities. */
  readonly ca?: string;
  /** The client's certificate, for a server that requires one (mutual TLS). Its issuers may follow. */
  readonly cert?: string;
  /** The private key of `cert`. */
  readonly key?: string;
  /** Decrypts `key`. */
  readonly passphrase?: string;
}

/**
 * What connections share. Undefined when no certificate is given.
 * @throws TypeError with one plain sentence when a certificate or the key cannot be used.
 */
export function toSecureContext({
  ca,
  cert,
  key,
  passphrase,
}: Certificates): SecureContext | undefined {
  if (ca !== undefined) readCertificate(ca, '--ca');
  if ((cert === undefined) !== (key === undefined))
    throw new TypeError('a client certificate needs both --cert and --key');
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  if (cert === undefined || key === undefined)
    return ca === undefined ? undefined : createSecureContext(trusted);
  const privateKey = readPrivateKey(key, passphrase);
  // Node checks this only for keys of the same type.
  if (!readCertificate(cert, '--cert').checkPrivateKey(privateKey))
    throw new TypeError('the key of --key does not belong to the certificate of --cert');
  return createSecureContext({
    ...trusted,
    cert,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
}

function readCertificate(text: string, option: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (cause) {
    throw new TypeError(`the file of ${option} has no certificate in PEM format`, { cause });
  }
}

function readPrivateKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch (cause) {
    const isEncrypted = key.includes('ENCRYPTED');
    if (isEncrypted && passphrase === undefined)
      throw new TypeError(
        'the key of --key is encrypted: set clientCertificate.passphrase in the profile',
        {
          cause,
        },
      );
    throw new TypeError(
      isEncrypted
        ? 'the key of --key cannot be decrypted with clientCertificate.passphrase of the profile'
        : 'the file of --key has no private key in PEM format',
      { cause },
    );
  }
}
