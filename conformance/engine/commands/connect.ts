import type { Hooks } from '../hooks.ts';
import type { Target, TargetOptions } from '../http/target.ts';
import { openTarget } from '../profile/open-target.ts';
import type { Profile } from '../profile/profile.ts';
import type { Secrets } from '../secrets.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { TestOptions } from './options.ts';
import { readTextFile } from './read-text-file.ts';

export type CertificateOption = 'ca' | 'cert' | 'key' | 'insecure';

export async function readCertificates({
  ca,
  cert,
  key,
  insecure = false,
}: Pick<TestOptions, CertificateOption>) {
  return {
    insecure,
    ...(ca !== undefined && { ca: await readTextFile(ca) }),
    ...(cert !== undefined && { cert: await readTextFile(cert) }),
    ...(key !== undefined && { key: await readTextFile(key) }),
  };
}

/** Opens the server under test. @throws UsageError if the base URL or a certificate cannot be used. */
export async function connect(
  baseUrl: string,
  certificates: Pick<TestOptions, CertificateOption>,
  profile: Profile,
  secrets: Secrets,
  options: Partial<TargetOptions> & { readonly hooks?: Hooks } = {},
): Promise<Target> {
  const connection = await readCertificates(certificates);
  try {
    return openTarget(profile, secrets, { baseUrl, ...connection, ...options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
