import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { redocly } from '../../../scripts/linters.ts';

/** Files of a contract by their path, as text or as a value to be written as JSON (which is YAML too). */
export type Contract = Readonly<Record<string, unknown>>;

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
}

export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly place: string;
}

/** Lints a contract with the configuration the real one is linted with; its root is openapi/openapi.yaml. */
export async function lint(contract: Contract): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    for (const [path, content] of Object.entries(contract)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    const document = join(folder, 'openapi/openapi.yaml');
    const options = ['--config', 'openapi/redocly.yaml', '--format', 'json', '--max-problems', '1000'];
    const { stdout, stderr } = await redocly('lint', ...options, document);
    if (stdout === '') throw new Error(stderr);
    const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
    return problems.map(({ ruleId, message, location: [at] }) => ({
      rule: ruleId,
      message,
      place:
        at === undefined ? '' : `${relative(folder, join(process.cwd(), at.source.ref))}${at.pointer ?? ''}`,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What one of our own rules says of a contract. */
export async function messages(rule: string, contract: Contract): Promise<string[]> {
  const findings = await lint(contract);
  return findings.filter((finding) => finding.rule === `contract/${rule}`).map(({ message }) => message);
}
