import { expect, test } from 'vitest';
import { showProgress } from '../../../conformance/report/progress.ts';

const rule = { id: 'login/returns-a-token', rule: '', strength: 'shown', source: '4.1' } as const;
const outcome = {
  check: rule.id,
  kind: 'failed',
  failures: [],
  notes: [],
  requests: 1,
  durationMs: 1,
} as const;

function progressTo(line?: { write(text: string): void; end(): void }) {
  const said: string[] = [];
  const timers = new Map<number, () => void>();
  const progress = showProgress({
    line,
    say: (text) => said.push(text),
    every: (ms, tick) => {
      timers.set(ms, tick);
      return () => timers.delete(ms);
    },
  });
  return { progress, said, tick: () => timers.get(5_000)?.() };
}

test('without a terminal, says every five seconds how far a run is, also when the server does not respond', () => {
  const { progress, said, tick } = progressTo();
  progress.inspect({ type: 'started', total: 296 });
  progress.inspect({ type: 'checking', rule });
  expect(said).toEqual([]);
  tick();
  progress.inspect({ type: 'outcome', rule, outcome });
  progress.inspect({ type: 'checking', rule: { ...rule, id: 'login/field-types' } });
  tick();
  tick();
  expect(said).toEqual([
    '0 of 296 checks; now login/returns-a-token',
    '1 of 296 checks, 1 failed; now login/field-types',
    '1 of 296 checks, 1 failed; now login/field-types',
  ]);
});

test('says nothing more after the end of a run', () => {
  const { progress, said, tick } = progressTo();
  progress.inspect({ type: 'started', total: 1 });
  progress.end();
  tick();
  expect(said).toEqual([]);
});

test('at a terminal, overwrites one line and adds none', () => {
  const written: string[] = [];
  const { progress, said, tick } = progressTo({ write: (text) => written.push(text), end: () => {} });
  progress.inspect({ type: 'started', total: 2 });
  progress.inspect({ type: 'checking', rule });
  tick();
  expect(written.at(-1)).toBe('0/2  login/returns-a-token');
  expect(said).toEqual([]);
});
