import { DocumentError } from '../../conformance/document/model/api-document.ts';
import { ProfileError } from '../../conformance/profile/read-profile.ts';
import { BaselineError } from '../../conformance/run/baseline.ts';
import { UsageError } from './usage-error.ts';

/** Does `work`; what is wrong with a file that it reads is a wrong use of the command. */
export async function readingFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (![DocumentError, ProfileError, BaselineError].some((kind) => cause instanceof kind)) throw cause;
    // Just seen to be one.
    throw new UsageError((cause as Error).message, { cause });
  }
}
