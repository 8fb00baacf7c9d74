import type { Failure } from '../../../outcome.ts';
import { skipCheck } from '../../../outcome.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { failures, mustBeRejected } from '../responses/verdicts.ts';
import type { ServiceContext } from '../service-context.ts';
import { mfaLogin } from './code-logins.ts';

/** None of these may log in; none is, by chance, a code of these minutes. */
export async function mustRejectCodes(
  context: ServiceContext,
  tries: Readonly<Record<string, unknown>>,
  details: Partial<Failure> = {},
): Promise<readonly Failure[]> {
  const near = currentCodes(context);
  const wrong = Object.entries(tries).filter(([, otp]) => !near.includes(String(otp)));
  if (wrong.length === 0)
    skipCheck('what is tried is by chance a right code of these minutes: run again later');
  const found = await mapInParallel(context, wrong, async ([key, otp]) => {
    const exchange = await mfaLogin(context, otp);
    return mustBeRejected(context, exchange, { key, note: `instead of the code: ${key}`, ...details });
  });
  return failures(found);
}

export function codeAt({ codes }: ServiceContext, offset: number): string {
  return codes.at('mfaAccount', codes.step() + offset);
}

/** The codes of these minutes, which chance makes of any six digits. */
export function currentCodes(context: ServiceContext): readonly string[] {
  return [-3, -2, -1, 0, 1, 2, 3].map((offset) => codeAt(context, offset));
}

/** The first of these that is no code of these minutes. */
export function firstWrongCode(context: ServiceContext, codes: readonly string[]): string {
  const near = currentCodes(context);
  return (
    codes.find((code) => !near.includes(code)) ??
    skipCheck('no such code differs from those of these minutes')
  );
}
