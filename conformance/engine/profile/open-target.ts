import { type Hooks, hookTarget } from '../hooks.ts';
import { isRaw, operationOf, type RawRequest, type Request } from '../http/request.ts';
import { createTarget, type Target, type TargetOptions } from '../http/target.ts';
import { CannotTestError } from '../outcome.ts';
import type { Secrets } from '../secrets.ts';
import { credentialVariable, type Profile, variableName } from './profile.ts';

/**
 * The server that a profile describes: with the headers and the rate of the profile, and with credentials that are renewed.
 * @throws TypeError with one plain sentence when the address or a certificate cannot be used.
 */
export function openTarget(
  profile: Profile,
  secrets: Secrets,
  {
    headers = [],
    hooks,
    ...options
  }: Omit<TargetOptions, 'passphrase'> & { readonly hooks?: Hooks },
): Target {
  // Headers for a gateway often are credentials.
  for (const [name, value] of profile.headers) {
    secrets.remember(variableName(name), value);
    // Without the name of an authentication scheme.
    secrets.remember(variableName(name), value.replace(/^\w+ /, ''));
  }
  // A server may show what the client sends.
  for (const [name, value] of profile.secretValues)
    secrets.remember(variableName(name), value, false);
  const rate = options.rate ?? profile.limits.requestsPerSecond;
  const target = createTarget({
    ...options,
    headers: [...profile.headers, ...headers],
    ...(rate !== undefined && { rate }),
    ...(profile.passphrase !== undefined && { passphrase: profile.passphrase }),
  });
  // A request that is sent again passes the hooks again.
  return renewCredentials(hooks ? hookTarget(target, hooks, secrets) : target, profile, secrets);
}

interface Renewable {
  readonly name: string;
  readonly renew: () => Promise<string>;
  readonly older: Set<string>;
  current: string;
  /** How often it may be renewed until the server accepts it. One that it never accepted would not become better. */
  renewalsLeft: number;
  renewing: Promise<void> | undefined;
}

/** More than one, because a value may expire before its first request arrives: others use it as well. */
const renewalsOfAccepted = 2;
const maxSends = 4;

/**
 * Renews a credential of the profile that has expired: one whose value the server accepted before and now rejects with 401. The
 * request is then sent again with the new value. Requests with an altered credential are left as they are.
 */
function renewCredentials(
  target: Target,
  { credentials, renewals }: Pick<Profile, 'credentials' | 'renewals'>,
  secrets: Secrets,
): Target {
  const renewables = [...renewals].map(
    ([name, renew]): Renewable => ({
      name,
      renew,
      older: new Set(),
      current: credentials[name] ?? '',
      renewalsLeft: 0,
      renewing: undefined,
    }),
  );
  if (renewables.length === 0) return target;
  /** Operations that reject new values, too: they have another reason, and no renewal helps. */
  const alwaysRejected = new Set<string>();

  /** Sends it with the current values, and says whether it was rejected with one that is no longer current. */
  const sendOnce = async (given: Request) => {
    const request = updated(given, renewables);
    const used = renewables
      .filter(({ current }) => carries(request, current))
      .map((renewable) => ({ renewable, value: renewable.current }));
    const exchange = await target.send(request);
    const { status = 0 } = exchange.response ?? {};
    // A request may be rejected with another status before its credential is checked.
    if (status >= 200 && status < 300)
      for (const { renewable, value } of used)
        if (renewable.current === value) renewable.renewalsLeft = renewalsOfAccepted;
    if (status !== 401) return { exchange, isOutdated: false };
    if (!alwaysRejected.has(operationOf(given)))
      for (const { renewable, value } of used)
        if (renewable.current === value) await renew(renewable, secrets);
    const isOutdated = used.some(({ renewable, value }) => renewable.current !== value);
    return { exchange, isOutdated };
  };

  const send = async (given: Request | RawRequest) => {
    if (isRaw(given)) return target.send(given);
    const first = await sendOnce(given);
    if (!first.isOutdated) return first.exchange;
    let again = await sendOnce(given);
    for (let sends = 2; again.isOutdated && sends < maxSends; sends += 1)
      again = await sendOnce(given);
    if (again.exchange.response?.status === 401) alwaysRejected.add(operationOf(given));
    return again.exchange;
  };
  return { ...target, send };
}

async function renew(renewable: Renewable, secrets: Secrets): Promise<void> {
  if (renewable.renewalsLeft === 0) return;
  // Requests in parallel wait for the same renewal.
  renewable.renewing ??= runRenewal(renewable, secrets).finally(() => {
    renewable.renewing = undefined;
  });
  await renewable.renewing;
}

async function runRenewal(renewable: Renewable, secrets: Secrets): Promise<void> {
  try {
    renewable.renewalsLeft -= 1;
    const value = await renewable.renew();
    if (value === renewable.current) return;
    secrets.remember(credentialVariable(renewable.name), value);
    renewable.older.add(renewable.current);
    renewable.current = value;
  } catch (cause) {
    throw new CannotTestError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The request with the current values. Checks may still use older ones. */
function updated(request: Request, renewables: readonly Renewable[]): Request {
  const replace = (text: string) => {
    for (const { older, current } of renewables)
      for (const from of older) text = replaceIn(text, from, current);
    return text;
  };
  return {
    ...request,
    target: replace(request.target),
    headers: (request.headers ?? []).map(([name, value]) => [name, replace(value)]),
  };
}

function carries({ target, headers = [] }: Request, value: string): boolean {
  return [target, ...headers.map(([, text]) => text)].some(
    (text) => replaceIn(text, value, '') !== text,
  );
}

// As `Bearer …`, `Basic …` or the value itself in a header, and as a parameter of the query or a cookie.
const forms = [
  (value: string) => value,
  (value: string) => Buffer.from(value).toString('base64'),
  (value: string) => encodeURIComponent(value),
] as const;

function replaceIn(text: string, from: string, to: string): string {
  for (const form of forms) {
    const pieces = text.split(/([ =&;])/);
    // A value may contain these characters itself.
    const [scheme = '', rest = ''] = /^(\w+ )?(.*)$/s.exec(text)?.slice(1) ?? [];
    if (rest === form(from)) return scheme + form(to);
    const at = pieces.indexOf(form(from));
    if (at > 0) return pieces.with(at, form(to)).join('');
  }
  return text;
}
