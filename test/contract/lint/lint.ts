import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { redocly } from '../../../scripts/linters.ts';

/** Files of a contract by their path, as text or as a value to be written as JSON (which is YAML too). */
type Contract = Readonly<Record<string, unknown>>;

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

interface Waiting {
  readonly contract: Contract;
  readonly resolve: (findings: Finding[]) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/**
 * Lints a contract with the configuration the real one is linted with; its root is openapi/openapi.yaml. The linter takes two
 * seconds to start, so contracts of concurrent tests share a process.
 */
export function lint(contract: Contract): Promise<Finding[]> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ contract, resolve, reject }) === 1) setTimeout(lintWaiting, 20);
  });
}

async function lintWaiting(): Promise<void> {
  const batch = waiting;
  waiting = [];
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    for (const [at, { contract }] of batch.entries())
      for (const [path, content] of Object.entries(contract)) {
        const file = join(folder, `${at}`, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      }
    const options = ['--config', 'openapi/redocly.yaml', '--format', 'json', '--max-problems', '1000'];
    const documents = batch.map((_, at) => join(folder, `${at}`, 'openapi/openapi.yaml'));
    const { stdout, stderr } = await redocly('lint', ...options, ...documents);
    // One object per document, without anything between them.
    const reports: { problems: readonly Problem[] }[] = JSON.parse(
      `[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`,
    );
    if (reports.length !== batch.length) throw new Error(stderr);
    for (const [index, { problems }] of reports.entries())
      batch[index]?.resolve(
        problems.map(({ ruleId, message, location: [at] }) => ({
          rule: ruleId,
          message,
          place: at === undefined ? '' : placeOf(at, join(folder, `${index}`)),
        })),
      );
  } catch (error) {
    for (const { reject } of batch) reject(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const placeOf = ({ source, pointer = '' }: Problem['location'][number], folder: string) =>
  `${relative(folder, join(process.cwd(), source.ref))}${pointer}`;

/** What one of our own rules says of a contract. */
export async function messages(rule: string, contract: Contract): Promise<string[]> {
  const findings = await lint(contract);
  return findings.filter((finding) => finding.rule === `contract/${rule}`).map(({ message }) => message);
}

const text = (example: string) => ({ type: 'string', example });

interface Status {
  type: string;
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

const statusOf = (): Status => ({
  type: 'object',
  required: ['code', 'message', 'trace_id'],
  properties: {
    code: { type: 'integer', example: 200 },
    message: text('A text'),
    trace_id: text('a1'),
  },
});

const envelope = (status: Status, more: Record<string, object> = {}) => ({
  type: 'object',
  required: ['status'],
  properties: {
    output: { type: 'object' },
    usage: { type: 'object', properties: { latency_ms: { type: 'integer', example: 7 } } },
    ...more,
    status,
  },
});

/** The schema of the envelope of a failure. */
export function failureSchema() {
  const { properties, ...others } = statusOf();
  return envelope({ ...others, properties: { ...properties, reason: text('locked') } });
}

/** The body of a failure. */
const failure = (code: number, message: string, reason: string) => ({
  status: { code, message, reason, trace_id: 'a1' },
});

const response = (schema: object, examples: Record<string, Record<string, unknown>>) => ({
  description: 'A response.',
  headers: { 'Cache-Control': { schema: text('no-store') } },
  content: { 'application/json': { schema: schema as Record<string, unknown>, examples } },
});

const openDoor = () => ({
  operationId: 'openDoor',
  'x-decision': 'doors',
  summary: 'Open a door',
  description: 'Opens it.',
  tags: ['Doors'],
  security: [],
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { door_name: text('front') } as Record<string, object> },
        examples: { opened: { value: { door_name: 'front' } }, locked: { value: { door_name: 'back' } } },
      },
    },
  },
  responses: {
    200: response(
      envelope(statusOf(), {
        data: { type: 'object', properties: { door_token: { ...text('tok_s3cret'), 'x-secret': true } } },
      }),
      {
        opened: {
          value: { status: { code: 200, message: 'OK', trace_id: 'a1' }, data: { door_token: 'tok_s3cret' } },
        },
      },
    ),
    400: { $ref: '../openapi.yaml#/components/responses/Broken' } as object,
    404: { $ref: '../openapi.yaml#/components/responses/Locked' } as object,
  },
});

const document = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Doors',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Doors' },
  },
  servers: [{ url: 'http://127.0.0.1' }],
  tags: [{ name: 'Doors', description: 'Doors.' }],
  paths: { '/v1/doors': { $ref: 'paths/open-door.yaml' } },
  components: {
    schemas: {} as Record<string, object>,
    responses: {
      Locked: {
        'x-extensible-enum': ['locked'],
        ...response(failureSchema(), { locked: { value: failure(404, 'Not found', 'locked') } }),
      },
      Broken: {
        'x-extensible-enum': ['broken'],
        ...response(failureSchema(), {
          broken: { value: failure(400, 'Broken', 'broken'), 'x-cause': 'A body that is not JSON.' },
        }),
      },
    },
  },
});

/** A small contract in which no rule finds an error, new each time, for a test to break in one place. */
export function goodContract() {
  const root = document();
  const operation = openDoor();
  const files = {
    'openapi/openapi.yaml': root,
    'openapi/paths/open-door.yaml': { post: operation },
    'docs/explanation/decisions.md': '# Decisions\n\n## doors\n\nThere are doors.\n',
  };
  return { files, root, operation, opened: operation.responses[200], ...root.components.responses };
}
