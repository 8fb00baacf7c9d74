import type { CompletedExchange } from '../../../check.ts';
import { skipCheck } from '../../../outcome.ts';
import { loginRequest } from '../requests/operation-requests.ts';
import { oncePerRun, type ServiceContext } from '../service-context.ts';
import { waitForNextStep, waitForStableStep } from './time-steps.ts';

export interface Try {
  readonly step: number;
  /** The step as seen from the moment when it was tried. */
  readonly offset: number;
  readonly otp: string;
  readonly exchange: CompletedExchange;
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
export const firstCodeLogin = oncePerRun(async (context): Promise<Opening> => {
  await waitForStableStep(context);
  const tries: Try[] = [];
  const open = async (offset: number) => {
    const one = await tryStep(context, context.codes.step() + offset);
    tries.push(one);
    return context.outcomeOf(one.exchange).success ? one : undefined;
  };
  const opened =
    (await open(-1)) ??
    (await open(0)) ??
    ((await waitForNextStep(context)) ? ((await open(0)) ?? (await open(1))) : undefined);
  return { tries, opened };
});

async function tryStep(context: ServiceContext, step: number): Promise<Try> {
  const { codes } = context;
  const offset = step - codes.step();
  const otp = codes.at('mfaAccount', step);
  codes.spend('mfaAccount', step);
  return { step, offset, otp, exchange: await mfaLogin(context, otp) };
}

/** Logs in with a code that does not run out in the present step; early, where a server takes it early. */
async function openAnew(context: ServiceContext): Promise<Try> {
  await waitForStableStep(context);
  const step = await freshStep(context);
  for (;;) {
    const one = await tryStep(context, step);
    if (context.outcomeOf(one.exchange).success) return one;
    if (one.offset < 1 || !(await waitForNextStep(context)))
      return skipCheck('no one-time code opened the account');
  }
}

/** The step of a code that was not used and that a server takes now, or in half a minute; waits until there is one. */
async function freshStep(context: ServiceContext): Promise<number> {
  const { codes } = context;
  while (codes.fresh('mfaAccount') > codes.step() + 1) {
    if (!(await waitForNextStep(context))) {
      skipCheck('the one-time codes of this minute are used up: by an earlier run? Run again in a minute');
    }
  }
  return codes.fresh('mfaAccount');
}

// Of the checks that look at a used code, the next may look at the same.
const lastUsed = new WeakMap<ServiceContext, Try>();

/**
 * Puts a question about a code that logged in, as long as it would log in were it not used: afterwards it is refused for its
 * age, which says nothing. `ask` may so be called again, with another code.
 */
export async function whileCodeIsValid<Answer>(
  context: ServiceContext,
  call: (used: Try) => Promise<Answer>,
): Promise<Answer> {
  // A server that took a code late takes it so long; of one that did not, only its own step is known.
  const lasts = ({ step, offset }: Try) => step - context.codes.step() >= Math.min(0, offset);
  let used = lastUsed.get(context) ?? (await acceptedCode(context));
  for (let count = 0; count < 3; count += 1) {
    await waitForStableStep(context);
    if (lasts(used)) {
      const answer = await call(used);
      if (lasts(used)) return answer;
    }
    used = await openAnew(context);
    lastUsed.set(context, used);
  }
  return skipCheck('the code ran out while we asked');
}

/** A code that was never used, sent with a wrong password and not yet with the right one. */
export const unusedCode = oncePerRun(async (context) => {
  const { codes } = context;
  await acceptedCode(context);
  await waitForStableStep(context);
  const step = await freshStep(context);
  codes.spend('mfaAccount', step);
  const otp = codes.at('mfaAccount', step);
  return { otp, step, wrongPassword: await mfaLogin(context, otp, 'Not-the-password-of-anyone-7') };
});

const times = 20;

/** The held code with the right password, many times at once. */
export const burst = oncePerRun(async (context) => {
  const { codes } = context;
  const { otp, step, wrongPassword } = await unusedCode(context);
  const send = () => Promise.all(Array.from({ length: times }, () => mfaLogin(context, otp)));
  let answers = await send();
  const opened = () => answers.filter((exchange) => context.outcomeOf(exchange).success);
  // Not every server accepts a code early: once its step has come, it must.
  if (opened().length === 0 && codes.step() < step && (await waitForNextStep(context))) {
    answers = await send();
  }
  return { wrongPassword, answers, opened: opened(), inItsStep: codes.step() === step };
});

/** Logs in to the account with MFA: with this code, and the right password unless another is given. */
export function mfaLogin(
  context: ServiceContext,
  otp: unknown,
  password?: string,
): Promise<CompletedExchange> {
  const account = context.account('mfaAccount');
  return context.call(
    loginRequest({ identity: account.identity, password: password ?? account.password, otp }),
  );
}

/** The opening, for checks that ask about something else than whether codes open the account at all. */
export async function acceptedCode(context: ServiceContext) {
  const { opened } = await firstCodeLogin(context);
  return opened ?? skipCheck('no one-time code opened the account');
}
