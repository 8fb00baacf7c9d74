/** What a request asks of the mock, beside what it asks of the service. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
  readonly scenario?: string;
  /** Milliseconds to wait before the answer. */
  readonly latency?: number;
}

const item = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s";,]*))\s*$/;

/** Reads `Prefer` (RFC 7240). What other servers may be asked for, such as `respond-async`, is passed over. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return {};
  const wishes = new Map(
    header.split(/[,;]/).flatMap((part) => {
      const [, name, quoted, plain] = item.exec(part) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), quoted ?? plain ?? ''] as const];
    }),
  );
  const code = wishes.get('code');
  const latency = wishes.get('latency');
  const example = wishes.get('example');
  const scenario = wishes.get('scenario');
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(latency !== undefined && { latency: Number(latency) }),
    ...(example !== undefined && { example }),
    ...(scenario !== undefined && { scenario }),
  };
}
