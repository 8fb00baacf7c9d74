import { cpuMs } from '../processes/cpu.ts';
import type { Script } from '../processes/start-script.ts';
import type { LoopAnswer, LoopQuestion } from '../subjects/loop.ts';
import type { Sample } from './series.ts';

/** Has a script do its one thing for a while. */
export async function loopSample(
  { pid, ask }: Script<object, LoopQuestion, LoopAnswer>,
  question: LoopQuestion,
): Promise<Sample> {
  const before = cpuMs(pid);
  const { count, ms } = await ask(question);
  return { perSecond: count / (ms / 1000), cpuMs: (cpuMs(pid) - before) / count };
}
