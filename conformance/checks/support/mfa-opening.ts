import { setTimeout as pause } from 'node:timers/promises';
import type { AnsweredExchange } from '../../check.ts';
import { notRun } from '../../outcome.ts';
import type { ServiceContext } from './context.ts';
import { once } from './once.ts';
import { stepSeconds } from './one-time-codes.ts';
import { loginRequest } from './operations.ts';

/** Where in a time step there is no doubt which one it is, for the server too. */
const marginMs = 2_000;

export interface Try {
  readonly step: number;
  /** The step as seen from the moment when it was tried. */
  readonly offset: number;
  readonly otp: string;
  readonly exchange: AnsweredExchange;
}

export interface Opening {
  readonly tries: readonly Try[];
  /** The try that logged in. */
  readonly opened: Try | undefined;
}

/**
 * The first login with a code. Tries the code of the previous step and then the present one; when both are refused, an
 * earlier run may have used them, so it waits for the next step (30 s at most) and tries that and the one after it.
 */
export const mfaOpening = once(async (context): Promise<Opening> => {
  const { codes } = context;
  await awayFromTheEdge();
  const tries: Try[] = [];
  const open = async (offset: number) => {
    const step = codes.step() + offset;
    const otp = codes.at('mfaAccount', step);
    codes.spend('mfaAccount', step);
    const one = { step, offset, otp, exchange: await mfaLogin(context, otp) };
    tries.push(one);
    return context.outcomeOf(one.exchange).success ? one : undefined;
  };
  const opened =
    (await open(-1)) ??
    (await open(0)) ??
    ((await untilNextStep(context)) ? ((await open(0)) ?? (await open(1))) : undefined);
  return { tries, opened };
});

/** A code that was never used, sent with a wrong password and not yet with the right one. */
export const heldCode = once(async (context) => {
  await openedOnce(context);
  await awayFromTheEdge();
  if (context.codes.ready('mfaAccount') === 0) {
    notRun('the one-time codes of this minute are used up: by an earlier run? Run again in a minute');
  }
  const { otp, step } = await context.codes.next('mfaAccount');
  return { otp, step, wrongPassword: await mfaLogin(context, otp, 'Not-the-password-of-anyone-7') };
});

const times = 20;

/** The held code with the right password, many times at once. */
export const burst = once(async (context) => {
  const { otp, step, wrongPassword } = await heldCode(context);
  const send = () => Promise.all(Array.from({ length: times }, () => mfaLogin(context, otp)));
  let answers = await send();
  const opened = () => answers.filter((exchange) => context.outcomeOf(exchange).success);
  // Not every server accepts a code early: once its step has come, it must.
  if (opened().length === 0 && context.codes.step() < step && (await untilNextStep(context))) {
    answers = await send();
  }
  return { wrongPassword, answers, opened: opened() };
});

/** Logs in to the account with MFA: with this code, and the right password unless another is given. */
export function mfaLogin(
  context: ServiceContext,
  otp: unknown,
  password?: string,
): Promise<AnsweredExchange> {
  const account = context.account('mfaAccount');
  return context.ask(
    loginRequest({ identity: account.identity, password: password ?? account.password, otp }),
  );
}

/** The opening, for checks that ask about something else than whether codes open the account at all. */
export async function openedOnce(context: ServiceContext) {
  const { opened } = await mfaOpening(context);
  return opened ?? notRun('no one-time code opened the account');
}

export async function awayFromTheEdge(): Promise<void> {
  const left = stepSeconds * 1000 - (Date.now() % (stepSeconds * 1000));
  if (left < marginMs) await pause(left + 100);
}

/** Waits for the next time step; false when there is no time for that. */
export async function untilNextStep({ remaining }: ServiceContext): Promise<boolean> {
  const left = stepSeconds * 1000 - (Date.now() % (stepSeconds * 1000));
  if (left + marginMs > remaining()) return false;
  await pause(left + 100);
  return true;
}

/** Throws `NotRun` when the clocks of the server and ours differ, where the answer would then mean something else. */
export function sameClock(exchange: AnsweredExchange): void {
  const told = Date.parse(exchange.response.header('date') ?? '');
  // It looked at its clock at some moment of the exchange, which on a busy machine may take long.
  const early = exchange.startedAt - told;
  const late = told - (exchange.startedAt + exchange.durationMs);
  if (!(Math.max(early, late) <= 3_000)) notRun("the server's clock differs from ours");
}
