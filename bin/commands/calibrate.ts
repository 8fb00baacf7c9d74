import { hash } from '@node-rs/argon2';
import { Option } from 'commander';
import { jsonOption, wholeNumber } from '../../conformance/engine/terminal/common-options.ts';
import { withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import { openLine } from '../../conformance/engine/terminal/redrawn-line.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { type Calibration, calibrate } from '../../operator/calibrate.ts';
import { defaultConfig } from '../../server/config/config.ts';
import { formatCost, type PasswordCost } from '../../server/security/passwords/password-cost.ts';
import { reporting } from '../define.ts';
import { availableMemory } from '../environment.ts';
import { formatTable, toJson } from '../output/format-table.ts';

export const define: Define = (command, terminal) => {
  withHelp(command, help)
    .addOption(
      new Option('--target <ms>', 'longest time that verifying a password may take')
        .default(50)
        .argParser(wholeNumber('A time', 5000, 1)),
    )
    .addOption(
      new Option(
        '--parallel <count>',
        'number of passwords to verify at once (default: as the service, one per core)',
      ).argParser(wholeNumber('A count', 256, 1)),
    )
    .addOption(
      new Option(
        '--memory <MiB>',
        'memory that all of them together may use (default: half of the available memory)',
      ).argParser(wholeNumber('Memory', 1024 * 1024, 1)),
    )
    .addOption(jsonOption())
    .action(reporting(terminal, calibrateHere));
};

const help = {
  examples: [
    'account-access calibrate',
    'account-access calibrate --target 100 --memory 512',
    'account-access calibrate --json',
  ],
  notes: [
    'Run it on the machine of the service while that is idle. It never proposes less than m=19456,t=2,p=1, the minimum of OWASP.',
  ],
  json: [
    {
      target_ms: 50,
      at_once: 2,
      memory_mib: 1024,
      measured: [{ argon2: 'm=19456,t=2,p=1', ms: 31.4, per_second: 63.7, memory_mib: 38 }],
      proposed: { argon2: 'm=19456,t=2,p=1', verdict: 'within_target' },
    },
  ],
} as const;

interface CalibrateOptions {
  readonly target: number;
  readonly parallel?: number;
  /** In MiB. */
  readonly memory?: number;
  readonly json?: boolean;
}

const mebibyte = 1024 * 1024;

async function calibrateHere(terminal: Terminal, options: CalibrateOptions): Promise<void> {
  const { target: targetMs, json } = options;
  const atOnce = options.parallel ?? defaultConfig.hashing.atOnce;
  const memoryBytes =
    options.memory === undefined ? availableMemory() / 2 : options.memory * mebibyte;
  const line = openLine(terminal);
  const calibration = await calibrate({
    targetMs,
    atOnce,
    memoryBytes,
    budgetMs: 10_000,
    hash,
    now: () => performance.now(),
    onMeasure: (cost) => line.write(`measuring ${formatCost(cost)} …`),
  });
  line.end();
  const limits = { targetMs, atOnce, memoryMib: Math.floor(memoryBytes / mebibyte) };
  terminal.print(json ? toJson(describe(limits, calibration)) : toText(limits, calibration));
}

interface Limits {
  readonly targetMs: number;
  readonly atOnce: number;
  readonly memoryMib: number;
}

function describe(limits: Limits, { measured, proposed, verdict }: Calibration) {
  return {
    ...limits,
    measured: measured.map(({ cost, ms, perSecond }) => ({
      argon2: formatCost(cost),
      ms: round(ms),
      perSecond: round(perSecond),
      memoryMib: memoryOf(cost, limits),
    })),
    proposed: { argon2: formatCost(proposed), verdict },
  };
}

function toText(limits: Limits, { measured, proposed, verdict }: Calibration): string {
  const { targetMs, atOnce, memoryMib } = limits;
  const table = formatTable([
    ['ARGON2ID', 'MS EACH', 'PER SECOND', 'MIB AT ONCE', ''],
    ...measured.map(({ cost, ms, perSecond }) => [
      formatCost(cost),
      ms.toFixed(1),
      perSecond.toFixed(0),
      String(memoryOf(cost, limits)),
      cost === proposed ? 'proposed' : '',
    ]),
  ]);
  const cost = formatCost(proposed);
  return `${atOnce} at once, at most ${targetMs} ms each and ${memoryMib} MiB together

${table}

${verdicts[verdict]}
  --argon2 ${cost}
  ACCOUNT_ACCESS_ARGON2=${cost}
Set the same cost for serve and for the accounts commands. The service rehashes each stored password at the next login.`;
}

const verdicts = {
  within_target: 'The highest cost within both limits:',
  floor_too_slow:
    'Even the minimum that OWASP recommends takes longer on this machine. A lower cost is not safe, so use the minimum:',
  floor_too_large:
    'Even the minimum that OWASP recommends needs more memory: verify fewer passwords at once, and use the minimum:',
} as const satisfies Record<Calibration['verdict'], string>;

function memoryOf({ memoryCost }: PasswordCost, { atOnce }: Limits): number {
  return Math.ceil((memoryCost * atOnce) / 1024);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
