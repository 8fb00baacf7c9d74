import type { CompiledCheck } from '../compiled-check.ts';

export interface OperationChecks {
  /** For the body of a request; missing where more than the body is to be checked. */
  readonly request?: CompiledCheck;
  /** For the body of an answer, by its status. */
  readonly answers: Readonly<Record<number, CompiledCheck>>;
}

/** By the id of an operation. `npm run generate` compiles them from the contract. */
export type Checks = Readonly<Record<string, OperationChecks>>;

interface AnswerFault {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** An answer that its contract forbids. What it says is not in here: it may be a secret in the wrong place. */
export class ForbiddenAnswer extends Error {
  readonly faults: readonly AnswerFault[];

  constructor(faults: readonly AnswerFault[]) {
    super('an answer that breaks the contract was held back');
    this.name = 'ForbiddenAnswer';
    this.faults = faults;
  }
}

/** Holds an answer against the contract. @throws ForbiddenAnswer */
export function holdAnswer({ answers }: OperationChecks, code: number, body: unknown): void {
  const check = answers[code];
  if (check === undefined)
    throw new ForbiddenAnswer([{ path: '', rule: 'status', message: `the operation has no answer ${code}` }]);
  if (check(body)) return;
  const refusals = check.errors ?? [];
  throw new ForbiddenAnswer(
    refusals.map(({ instancePath, keyword, message = 'is wrong' }) => ({
      path: instancePath,
      rule: keyword,
      message,
    })),
  );
}
