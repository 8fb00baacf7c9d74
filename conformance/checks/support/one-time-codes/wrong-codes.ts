import { mapInParallel } from '../../../map-in-parallel.ts';
import type { Failure } from '../../../outcome.ts';
import { skipCheck } from '../../../outcome.ts';
import { failures, mustBeRejected } from '../responses/verdicts.ts';
import type { ServiceContext } from '../service-context.ts';
import { mfaLogin } from './code-logins.ts';

/** Fails for each of these codes that logs in. Leaves out those that are valid by chance. */
export async function mustRejectCodes(
  context: ServiceContext,
  attempts: Readonly<Record<string, unknown>>,
): Promise<readonly Failure[]> {
  const near = currentCodes(context);
  const wrong = Object.entries(attempts).filter(([, otp]) => !near.includes(String(otp)));
  if (wrong.length === 0) skipCheck('the wrong codes of this check are valid by chance: run again later');
  const found = await mapInParallel(context, wrong, async ([key, otp]) => {
    const exchange = await mfaLogin(context, otp);
    return mustBeRejected(context, exchange, { key, note: `instead of the code: ${key}` });
  });
  return failures(found);
}

export function codeAt({ codes }: ServiceContext, offset: number): string {
  return codes.at('mfaAccount', codes.step() + offset);
}

/** The codes of the steps around the current one. Any six digits may be one of them by chance. */
export function currentCodes(context: ServiceContext): readonly string[] {
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
