import type { Secrets } from './secrets.ts';
import { plain, type Segment } from './segments.ts';

/** As people write it: `content-type` is `Content-Type`. */
export function headerName(header: string): string {
  return header === 'www-authenticate'
    ? 'WWW-Authenticate'
    : header.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** The value of a header: of `Authorization` only the scheme is no secret. */
export function headerValue(name: string, value: string, secrets: Secrets): Segment[] {
  const [, scheme = '', credential = ''] = /^(\S+ )(.+)$/.exec(value) ?? [];
  if (name !== 'authorization' || credential === '') return secrets.part(value);
  return [plain(scheme), { kind: 'secret', name: 'access_token', value: credential }];
}
