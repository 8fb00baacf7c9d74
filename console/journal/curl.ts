import { plain, type Secrets, type Segment } from '../secrets.ts';
import { headerName, headerValue } from './http-text.ts';
import { printJson } from './print-json.ts';
import type { Exchange } from './recorder.ts';

/** The exchange as a command for a POSIX shell. Variables replace secrets, and the base address of a mock in this page. */
export function curlOf(
  { method, url, headers, body }: Exchange,
  secrets: Secrets,
  isMock: boolean,
): { readonly command: string; readonly variables: readonly string[] } {
  const fields = headers.map(([name, value]) => [
    plain(`${headerName(name)}: `),
    ...headerValue(name, value, secrets),
  ]);
  // The client serialized the body, so it parses.
  const data = body === '' ? [] : printJson(JSON.parse(body), secrets);
  const address = isMock ? `"$BASE_URL"${word([plain(url.pathname)])}` : word(secrets.part(url.href));
  const lines = [
    `curl -sS -i -X ${method} ${address}`,
    ...fields.map((field) => `-H ${word(field)}`),
    ...(body === '' ? [] : [`--data-raw ${word(data)}`]),
  ];
  const named = [...fields.flat(), ...data].flatMap((segment) =>
    segment.kind === 'secret' ? [variable(segment.name)] : [],
  );
  return {
    command: lines.join(' \\\n  '),
    variables: [...new Set([...(isMock ? ['BASE_URL'] : []), ...named])],
  };
}

/** One quoted word for the shell. */
function word(segments: readonly Segment[]): string {
  const text = segments.map((segment) => (segment.kind === 'secret' ? '' : segment.text)).join('');
  const [secret, ...others] = segments.filter((segment) => segment.kind === 'secret');
  if (secret === undefined && /^[\w@%+=:,./-]+$/.test(text)) return text;
  // Double quotes where the shell expands nothing but the secret.
  if (others.length === 0 && secret !== undefined && secret === segments.at(-1) && !/["$`\\!]/.test(text))
    return `"${text}$${variable(secret.name)}"`;
  const inner = segments.map((segment) =>
    segment.kind === 'secret' ? `'"$${variable(segment.name)}"'` : segment.text.replaceAll("'", `'\\''`),
  );
  return `'${inner.join('')}'`;
}

function variable(name: string): string {
  return name.toUpperCase();
}
