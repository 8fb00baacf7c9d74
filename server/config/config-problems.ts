import { check as compiled } from '../../generated/config-validator.ts';
import type { CompiledCheck, Refusal } from '../compiled-check.ts';

/** With what Ajv tells beside, as the name of a member that is not known: here it is the operator's own text. */
interface ConfigRefusal extends Refusal {
  readonly params: Readonly<Record<string, unknown>>;
}

const check: CompiledCheck<ConfigRefusal> = compiled;

/**
 * What the schema says against a configuration, as written or whole; nothing when all is well.
 *
 * @param whole what it is called, where a problem is of no part of it.
 */
export function problemsOf(value: unknown, whole = 'the file'): string[] {
  return check(value) ? [] : [...new Set((check.errors ?? []).map((refusal) => describe(refusal, whole)))];
}

function describe(
  { instancePath, keyword, message = keyword, params }: ConfigRefusal,
  whole: string,
): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || whole;
  if (keyword === 'additionalProperties') return `${place}: "${params.additionalProperty}" is not known here`;
  if (keyword === 'pattern')
    return `${place}: must be an origin as browsers send it, such as https://app.example.com`;
  return `${place}: ${message}`;
}
