import type { Header, Request } from '../../http/request.ts';
import type { Secrets } from '../../secrets.ts';
import { type ApiDocument, entriesAt } from './api-document.ts';
import type { Operation } from './operation.ts';

export interface SecurityScheme {
  readonly name: string;
  /** How it is sent. OAuth and OpenID Connect are sent as bearer. We cannot send `other`. */
  readonly kind: 'bearer' | 'basic' | 'apiKey' | 'other';
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter or cookie. */
  readonly carrier: string;
}

export function readSchemes(document: ApiDocument): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, { value }] of entriesAt(document, '/components/securitySchemes')) {
    const place = value.in;
    if (value.type === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie'))
      schemes.set(name, { name, kind: 'apiKey', in: place, carrier: String(value.name) });
    else {
      const kind = kindOf(value.type, value.scheme);
      schemes.set(name, { name, kind, in: 'header', carrier: 'Authorization' });
    }
  }
  return schemes;
}

function kindOf(type: unknown, scheme: unknown): SecurityScheme['kind'] {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer';
  const name = type === 'http' ? String(scheme).toLowerCase() : '';
  return name === 'bearer' || name === 'basic' ? name : 'other';
}

export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => requirement.length === 0);
}

/** The value to send: `Bearer …`, `Basic …`, or the key itself. */
export function credentialValue(scheme: SecurityScheme, credential: string): string {
  if (scheme.kind === 'bearer') return `Bearer ${credential}`;
  if (scheme.kind === 'basic') return `Basic ${Buffer.from(credential).toString('base64')}`;
  return credential;
}

/** The secret in a value to send, without the name of the scheme. */
export function secretPart({ kind }: SecurityScheme, value: string): string {
  return kind === 'apiKey' ? value : value.replace(/^\w+ /, '');
}

/** The request with the value in the header, query parameter or cookie of the scheme. */
export function withCredential(request: Request, scheme: SecurityScheme, value: string): Request {
  const { carrier } = scheme;
  if (scheme.in === 'query') {
    const separator = request.target.includes('?') ? '&' : '?';
    const query = `${encodeURIComponent(carrier)}=${encodeURIComponent(value)}`;
    return { ...request, target: `${request.target}${separator}${query}` };
  }
  const others = (request.headers ?? []).filter(
    ([name]) => name.toLowerCase() !== carrier.toLowerCase(),
  );
  if (scheme.in === 'header') return { ...request, headers: [...others, [carrier, value]] };
  const cookies = (request.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .map(([, text]) => text);
  const cookie: Header = [
    'Cookie',
    [...cookies, `${carrier}=${encodeURIComponent(value)}`].join('; '),
  ];
  return {
    ...request,
    headers: [...others.filter(([name]) => name.toLowerCase() !== 'cookie'), cookie],
  };
}

/** Without the headers of the profile that may carry a credential, such as a session cookie. */
export function withoutCarriers(
  request: Request,
  schemes: ReadonlyMap<string, SecurityScheme>,
): Request {
  const carriers = [...schemes.values()].flatMap((scheme) => {
    if (scheme.in === 'query') return [];
    return scheme.in === 'cookie' ? 'Cookie' : scheme.carrier;
  });
  return { ...request, without: [...(request.without ?? []), ...carriers] };
}

export interface Credential {
  readonly scheme: SecurityScheme;
  readonly credential: string;
}

export function withCredentials(request: Request, credentials: readonly Credential[]): Request {
  return credentials.reduce(
    (sent, { scheme, credential }) =>
      withCredential(sent, scheme, credentialValue(scheme, credential)),
    request,
  );
}

/** Remembers a credential as a secret, also without the name of its scheme. */
export function rememberCredential(
  secrets: Secrets,
  name: string,
  { scheme, credential }: Credential,
): void {
  secrets.remember(name, credential);
  rememberSent(secrets, name, scheme, credentialValue(scheme, credential));
}

/** Remembers the secret in a value to send. A server may repeat the password without the user. */
export function rememberSent(
  secrets: Secrets,
  name: string,
  scheme: SecurityScheme,
  value: string,
): void {
  const secret = secretPart(scheme, value);
  secrets.remember(name, secret);
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(secret, 'base64').toString()) ?? [];
  if (scheme.kind === 'basic' && password !== undefined) secrets.remember(name, password);
}

/** The credentials of each alternative that has them all. */
export function completeAlternatives(
  security: Operation['security'],
  schemes: ReadonlyMap<string, SecurityScheme>,
  credentials: ReadonlyMap<string, string>,
): (readonly Credential[])[] {
  return security.flatMap((requirement) => {
    const complete = requirement.flatMap((name): Credential[] => {
      const [scheme, credential] = [schemes.get(name), credentials.get(name)];
      return scheme === undefined || credential === undefined ? [] : [{ scheme, credential }];
    });
    return complete.length === requirement.length && complete.length > 0 ? [complete] : [];
  });
}
