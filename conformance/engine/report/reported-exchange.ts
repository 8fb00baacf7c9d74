import { curlCommand, maskTarget, maxMasked, requestText } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Header } from '../http/request.ts';

import type { Secrets } from '../secrets.ts';
import { truncate } from '../truncate.ts';

/** A request, as a shell command that sends it again, and its response. */
export interface ReportedExchange {
  /** A `curl` command, or the command that runs the check again when curl can't send the request. */
  readonly curl: string;
  /** The bytes of a request that curl can't send, as one line: `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`. */
  readonly request?: string;
  /** Absent when there was no response. */
  readonly status?: number;
  /** Of the response, in the order and spelling received. */
  readonly headers?: readonly Header[];
  /** The beginning of the body, or the error of the connection. */
  readonly response: string;
}

const maxResponseLength = 1000;
const maxRequestLength = 120;

/** The method, path and body of a request in one line. */
export function nameRequest(
  { request: { method, target, body } }: Exchange,
  secrets: Secrets,
): string {
  const text = secrets.maskSent(Buffer.from(body.subarray(0, maxMasked)).toString());
  const line = `${method} ${maskTarget(target, secrets)} ${text}`.replace(/\s+/g, ' ').trim();
  return truncate(line, maxRequestLength);
}

/** @param rerun the command that runs the check again, for a request that curl can't send. */
export function describeExchange(
  { request, response, error }: Exchange,
  baseUrl: string,
  rerun: string,
  secrets: Secrets,
): ReportedExchange {
  const curl = curlCommand(request, baseUrl, secrets);
  const sent =
    curl === undefined ? { curl: rerun, request: requestText(request, secrets) } : { curl };
  if (response === undefined)
    return { ...sent, response: secrets.mask(error?.message ?? 'no response') };
  return {
    ...sent,
    status: response.status,
    headers: response.headers.map(([name, value]) => [
      secrets.mask(name),
      secrets.maskReceived(value),
    ]),
    response: truncate(secrets.maskReceived(response.text.slice(0, maxMasked)), maxResponseLength),
  };
}
