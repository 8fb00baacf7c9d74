import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './server/database.ts';

/** The files of a new certificate for 127.0.0.1, with a key that only its owner can read: of an elliptic curve, or RSA. */
export function selfSigned({ folder = temporaryFolder(), rsa = false } = {}) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const kind = rsa ? 'rsa:2048' : 'ec -pkeyopt ec_paramgen_curve:P-256';
  const request = `req -x509 -newkey ${kind} -nodes -subj /CN=another -addext subjectAltName=IP:127.0.0.1`;
  const args = [...request.split(' '), '-out', certificate, '-keyout', key];
  execFileSync('openssl', args, { stdio: 'pipe' });
  return { certificate, key };
}
