/** What the client wants from the mock, as opposed to the service. */
export interface Preference {
  /** `code` in the header, as in Prism. */
  readonly status?: number;
  readonly example?: string;
  readonly scenario?: string;
  /** Milliseconds to wait before the response. */
  readonly latency?: number;
}

const item = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s";,]*))\s*$/;

/** Reads `Prefer` (RFC 7240). Preferences that the mock does not know, such as `respond-async`, are ignored. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return {};
  const preferences = new Map(
    header.split(/[,;]/).flatMap((part) => {
      const [, name, quoted, plain] = item.exec(part) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), quoted ?? plain ?? ''] as const];
    }),
  );
  const code = preferences.get('code');
  const latency = preferences.get('latency');
  const example = preferences.get('example');
  const scenario = preferences.get('scenario');
  return {
    ...(code !== undefined && { status: Number(code) }),
    ...(latency !== undefined && { latency: Number(latency) }),
    ...(example !== undefined && { example }),
    ...(scenario !== undefined && { scenario }),
  };
}
