import { check as compiled } from '../generated/config-check.ts';

/** Of what `npm run generate` compiles from `config.schema.json`. */
interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly Refusal[] | null;
}

/** As Ajv tells it. */
interface Refusal {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const check: Check = compiled;

/**
 * What the schema says against a configuration, as written or whole; nothing when all is well.
 *
 * @param whole what it is called, where a problem is of no part of it.
 */
export function problemsOf(value: unknown, whole = 'the file'): string[] {
  return check(value) ? [] : [...new Set((check.errors ?? []).map((refusal) => describe(refusal, whole)))];
}

function describe({ instancePath, keyword, message = keyword, params }: Refusal, whole: string): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || whole;
  if (keyword === 'additionalProperties') return `${place}: "${params.additionalProperty}" is not known here`;
  if (keyword === 'pattern')
    return `${place}: must be an origin as browsers send it, such as https://app.example.com`;
  return `${place}: ${message}`;
}
