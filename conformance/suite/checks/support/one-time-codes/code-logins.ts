import { type CompletedExchange, skipCheck } from '../../../../engine/index.ts';
import { loginRequest, wrongPassword } from '../requests/operation-requests.ts';
import { failuresOf } from '../responses/verdicts.ts';
import { oncePerRun, type ServiceContext } from '../service-context.ts';
import { isBeforeStep, waitForNextStep, waitForStableStep } from './one-time-codes.ts';

type Attempt = Awaited<ReturnType<typeof attemptStep>>;

/** Tries the previous and the current step. An earlier run may have used both: then also the next two. */
export const firstCodeLogin = oncePerRun(async (context) => {
  await waitForStableStep(context);
  const attempts: Attempt[] = [];
  const attempt = async (offset: number) => {
    const made = await attemptStep(context, context.codes.step() + offset);
    attempts.push(made);
    return context.outcomeOf(made.exchange).success ? made : undefined;
  };
  const loggedIn =
    (await attempt(-1)) ??
    (await attempt(0)) ??
    ((await waitForNextStep(context)) ? ((await attempt(0)) ?? (await attempt(1))) : undefined);
  return { attempts, loggedIn };
});

async function attemptStep(context: ServiceContext, step: number) {
  const { codes } = context;
  // How many steps after the current one. Negative for an earlier step.
  const offset = step - codes.step();
  const otp = codes.at('mfaAccount', step);
  codes.spend('mfaAccount', step);
  const exchange = await mfaLogin(context, otp);
  noteEarlyCode(context, step, [exchange]);
  return { step, offset, otp, exchange };
}

export const acceptedEarly = new WeakSet<ServiceContext>();

function noteEarlyCode(
  context: ServiceContext,
  step: number,
  exchanges: readonly CompletedExchange[],
): void {
  if (
    exchanges.some(
      (exchange) => context.outcomeOf(exchange).success && isBeforeStep(exchange, step),
    )
  )
    acceptedEarly.add(context);
}

/** Logs in with a code that stays valid after the current step. Sends it early, in case the server accepts it early. */
async function logInWithNewCode(context: ServiceContext): Promise<Attempt> {
  await waitForStableStep(context);
  const step = await freshStep(context);
  for (;;) {
    const made = await attemptStep(context, step);
    if (context.outcomeOf(made.exchange).success) return made;
    if (made.offset < 1 || !(await waitForNextStep(context)))
      return skipCheck('the server accepted no one-time code');
  }
}

/** Waits for an unused code that the server accepts now or in the next step, and returns its step. */
async function freshStep(context: ServiceContext): Promise<number> {
  const { codes } = context;
  while (codes.fresh('mfaAccount') > codes.step() + 1) {
    if (!(await waitForNextStep(context))) {
      skipCheck(
        'the one-time codes of this minute are used up, perhaps by an earlier run: run again in a minute',
      );
    }
  }
  return codes.fresh('mfaAccount');
}

// Checks of a used code share it as long as it is valid.
const lastUsed = new WeakMap<ServiceContext, Attempt>();

/** The call happens before the code expires, so that the server can reject it only because it was used. */
export async function whileCodeIsValid<Result>(
  context: ServiceContext,
  call: (used: Attempt) => Promise<Result>,
): Promise<Result> {
  // A code that the server accepted some steps late is valid for as many steps. Otherwise only its own step is certain.
  const isValid = ({ step, offset }: Attempt) => step - context.codes.step() >= Math.min(0, offset);
  let used = lastUsed.get(context) ?? (await acceptedCode(context));
  for (let count = 0; count < 3; count += 1) {
    await waitForStableStep(context);
    if (isValid(used)) {
      const result = await call(used);
      if (isValid(used)) return result;
    }
    used = await logInWithNewCode(context);
    lastUsed.set(context, used);
  }
  return skipCheck('the code expired during the request');
}

/** A code that was sent only with a wrong password and without one, so that it is still unused. */
export const unusedCode = oncePerRun(async (context) => {
  const { codes } = context;
  await acceptedCode(context);
  await waitForStableStep(context);
  const step = await freshStep(context);
  codes.spend('mfaAccount', step);
  const otp = codes.at('mfaAccount', step);
  const { identity } = context.account('mfaAccount');
  return {
    ...{ otp, step },
    noPassword: await context.call(loginRequest({ identity, otp })),
    wrongPassword: await mfaLogin(context, otp, wrongPassword),
  };
});

const parallelLogins = 20;

export const simultaneousLogins = oncePerRun(async (context) => {
  const { otp, step, wrongPassword } = await unusedCode(context);
  return { wrongPassword, ...(await logInAtOnce(context, otp, step)) };
});

/** Many parallel logins with a code that the server has not seen: it may use codes up with a wrong password too. */
export async function simultaneousFirstLogins(context: ServiceContext) {
  const { codes } = context;
  await waitForStableStep(context);
  const step = await freshStep(context);
  codes.spend('mfaAccount', step);
  return logInAtOnce(context, codes.at('mfaAccount', step), step);
}

async function logInAtOnce(context: ServiceContext, otp: string, step: number) {
  const { codes } = context;
  const send = () =>
    Promise.all(Array.from({ length: parallelLogins }, () => mfaLogin(context, otp)));
  let exchanges = await send();
  const loggedIn = () => exchanges.filter((exchange) => context.outcomeOf(exchange).success);
  // Not every server accepts a code early, but every server must accept it during its step.
  if (loggedIn().length === 0 && codes.step() < step && (await waitForNextStep(context))) {
    exchanges = await send();
  }
  noteEarlyCode(context, step, exchanges);
  return { exchanges, loggedIn: loggedIn(), duringItsStep: codes.step() === step };
}

/** Logs in to the account with MFA. Sends the right password unless another one is given. */
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

export async function acceptedCode(context: ServiceContext) {
  const { loggedIn } = await firstCodeLogin(context);
  return loggedIn ?? skipCheck('the server accepted no one-time code');
}

/** Fails for each of these codes that logs in. Leaves out those that are valid by chance. */
export async function mustRejectCodes(
  context: ServiceContext,
  attempts: Readonly<Record<string, unknown>>,
) {
  const near = currentCodes(context);
  const wrong = Object.entries(attempts).filter(([, otp]) => !near.includes(String(otp)));
  if (wrong.length === 0)
    skipCheck('the wrong codes of this check are valid by chance: run again later');
  return failuresOf(context, wrong, async ([key, otp]) =>
    context.mustBeRejected(await mfaLogin(context, otp), {
      key,
      note: `instead of the code: ${key}`,
    }),
  );
}

export function codeAt({ codes }: ServiceContext, offset: number): string {
  return codes.at('mfaAccount', codes.step() + offset);
}

/** The codes of the steps around the current one. Any six digits may be one of them by chance. */
function currentCodes(context: ServiceContext): readonly string[] {
  return [-3, -2, -1, 0, 1, 2, 3].map((offset) => codeAt(context, offset));
}

/** The first of these codes that is not valid by chance. */
export function firstWrongCode(context: ServiceContext, codes: readonly string[]): string {
  const near = currentCodes(context);
  return (
    codes.find((code) => !near.includes(code)) ??
    skipCheck('every wrong code of this check is valid by chance: run again later')
  );
}
