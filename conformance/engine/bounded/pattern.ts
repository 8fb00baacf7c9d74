import { RE2JS } from 're2js';
import { testGuarded } from './guard.ts';
import { patternLimits } from './limits.ts';
import { PatternError, type ReadPattern, readPattern } from './read-pattern.ts';

/** A pattern of a document. It always ends, whatever the pattern and the text are. */
export interface Pattern {
  /** `linear`: in time in proportion to the text. `guarded`: in another thread, with a limit of time. */
  readonly how: 'linear' | 'guarded' | 'unreadable';
  /** Why it is unreadable, as the end of a sentence about it. */
  readonly why: string;
  /** Whether a text matches. Undefined when that is not known: the pattern is unreadable, or takes too long. */
  test(text: string): boolean | undefined;
  /** Texts are made by it, of which many match. Undefined when they would be too long. */
  readonly model: RegExp | undefined;
}

const known = new Map<string, Pattern>();

/** The only place that makes a regular expression of a text of a document. */
export function compilePattern(text: string): Pattern {
  const found = known.get(text) ?? compile(text);
  if (known.size >= patternLimits.known) known.clear();
  known.set(text, found);
  return found;
}

function compile(text: string): Pattern {
  try {
    if (text.length > patternLimits.length) throw new PatternError('is too long');
    const read = readPattern(text);
    const flags = read.ignoresCase ? 'iu' : 'u';
    // Throws for what JavaScript refuses, such as a group that has its name twice.
    new RegExp(read.script, flags);
    const model = read.length > patternLimits.madeText ? undefined : new RegExp(read.loose, flags);
    const test = linearTest(read);
    if (test !== undefined) return { how: 'linear', why: '', test, model };
    return { how: 'guarded', why: '', test: guardedTest(read, flags), model };
  } catch (error) {
    const isOurs = error instanceof PatternError;
    const why = isOurs ? error.message : 'is not a regular expression of JavaScript';
    return { how: 'unreadable', why, test: () => undefined, model: undefined };
  }
}

function linearTest({ linear, ignoresCase }: ReadPattern): Pattern['test'] | undefined {
  if (linear === undefined) return undefined;
  try {
    const expression = RE2JS.compile(linear, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (text) => expression.test(text);
  } catch {
    // Such as a count above 1000.
    return undefined;
  }
}

function guardedTest({ script }: ReadPattern, flags: string): Pattern['test'] {
  let isAbandoned = false;
  return (text) => {
    if (isAbandoned) return undefined;
    const result = testGuarded(script, flags, text);
    isAbandoned = result === undefined;
    return result;
  };
}
