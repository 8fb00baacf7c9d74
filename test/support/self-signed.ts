import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './server/database.ts';

/** The files of a new certificate for 127.0.0.1, with an RSA key that only its owner can read. */
export function selfSigned(folder = temporaryFolder()) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request =
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=another -addext subjectAltName=IP:127.0.0.1'.split(' ');
  execFileSync('openssl', [...request, '-out', certificate, '-keyout', key], { stdio: 'pipe' });
  return { certificate, key };
}
