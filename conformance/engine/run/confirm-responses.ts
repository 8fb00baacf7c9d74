import { type Check, hasResponse } from '../check.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { type Meaning, meaningOf } from '../judge/meaning.ts';
import { firstOf, type RunnableSuite } from '../suite.ts';
import { isFree, mayRunAgain } from './confirm.ts';
import type { RunContext } from './run-context.ts';
import type { Doubt } from './watch-exchanges.ts';

interface Means {
  readonly suites: readonly Pick<RunnableSuite, 'statusOf'>[];
  readonly context: Pick<RunContext, 'again' | 'target'>;
  /** Runs a check, whatever comes of it. */
  readonly run: (check: Check) => Promise<unknown>;
}

/**
 * Sends the request again whose response a rule rejects; if the server then says that the request is used up, runs the check
 * again that sent it. `explain` says what the run did before. What cannot be sent again is confirmed.
 */
export async function confirmResponse(
  doubt: Doubt,
  sender: Check | undefined,
  means: Means,
  explain: () => string,
): Promise<void> {
  const exchange = doubt.failure.exchanges.at(-1);
  if (exchange === undefined || sender === undefined || !isFree(sender)) return doubt.confirm();
  const again = await means.context.again(exchange);
  if (doubt.isConfirmed()) return;
  if (again !== undefined && isComparable(exchange, again, means)) return doubt.doubt(explain());
  if (again === undefined || !mayRunAgain(sender)) return doubt.confirm();
  const wasSent = await runAgain(sender, exchange, means);
  if (doubt.isConfirmed()) return;
  // It did not recur because the check does not send this request a second time.
  if (!wasSent) return doubt.confirm();
  doubt.doubt(explain());
}

/** Whether two responses to one request can only differ because the server does: the first one has not used it up. */
function isComparable(one: Exchange, other: Exchange, { suites }: Means): boolean {
  const [first, second] = [one, other].map((exchange) => {
    if (!hasResponse(exchange)) return undefined;
    return firstOf(suites, (suite) => suite.statusOf?.(exchange)) ?? exchange.response.status;
  });
  if (second === undefined) return false;
  const meaning = (status: number | undefined): Meaning | undefined =>
    status === undefined ? undefined : meaningOf(status);
  return first === second || (meaning(second) === 'success' && meaning(first) !== 'success');
}

async function runAgain(
  sender: Check,
  { request }: Exchange,
  { context, run }: Means,
): Promise<boolean> {
  const wanted = formOf(request);
  let wasSent = false;
  const stop = context.target.listen((exchange) => {
    wasSent ||= formOf(exchange.request) === wanted;
  });
  await run(sender).finally(stop);
  return wasSent;
}

/** A request without what differs when it is renewed: names and ids, which stay as long as they are. */
function formOf({ method, target, body, settings }: SentRequest): string {
  const text = `${target}\n${Buffer.from(body).toString('latin1')}`;
  const form = text.replaceAll(/[a-z]/gi, 'a').replaceAll(/\d/g, '0');
  return `${settings.operation} ${method} ${form}`;
}
