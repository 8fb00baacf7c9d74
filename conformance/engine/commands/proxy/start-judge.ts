import { proxyLimits } from '../../bounded/limits.ts';
import type { ChildEnd } from '../../bounded/supervise.ts';
import type { Profile } from '../../profile/profile.ts';
import { fold } from '../../report/fold.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { startTask, type Task } from '../start-task.ts';
import type { TestProgram } from '../test-program.ts';
import type { FromJudge, JudgeInput, ToJudge } from './judge-traffic.ts';
import { keepLatest } from './keep-latest.ts';
import { queueCopies } from './queue-copies.ts';
import type { Copy } from './read-copy.ts';

export type Judge = Awaited<ReturnType<typeof startJudge>>;

/** A process that judges. */
interface Working {
  readonly task: Task<void>;
  /** The number of the copy that it has begun to judge. */
  underWay: number | undefined;
}

// The largest response is bounded, as in a run.
const heapMb = 400;

/** How long a process that judges may take to end, with what still waits. */
const stopping = {
  /** One that says nothing for longer will not end by itself. */
  mostSilentSeconds: 3,
  mostMs: 30_000,
};

/**
 * Judges traffic in a process of its own, so that no document and no response holds up the traffic. A process that does not end,
 * or ends too early, is replaced: the next one goes on with what was found, without the response that was being judged.
 *
 * @throws UsageError if the document or the profile cannot be used
 */
export async function startJudge(
  program: TestProgram,
  terminal: Terminal,
  given: Omit<JudgeInput, 'profile' | 'before'>,
) {
  const journal = keepLatest();
  const queue = queueCopies();
  const unjudged = new Map<string, number>();
  let restarts = 0;
  let isStopping = false;
  let current: Working | undefined;

  const leaveOut = (reason: string, count = 1) => {
    if (count > 0) unjudged.set(reason, (unjudged.get(reason) ?? 0) + count);
  };

  const start = (input: JudgeInput, onReady: (profile: Profile) => void): Working => {
    const receive = (message: FromJudge) => {
      switch (message.type) {
        case 'ready':
          return onReady(message.profile);
        case 'judging':
          working.underWay = message.number;
          return;
        case 'judged':
          working.underWay = undefined;
          return;
        case 'reported':
          return queue.removeUpTo(message.number);
        case 'bug':
          leaveOut('an error in the test tool, which is a bug');
          terminal.say(`a bug in ${program.tool.name}, please report it: ${message.message}`);
      }
    };
    const task = startTask('judge', input, program, terminal, {
      heapMb,
      onEntry: journal.add,
      // Only `judgeTraffic` sends messages.
      onTold: (message) => receive(message as FromJudge),
    });
    const working: Working = { task, underWay: undefined };
    return working;
  };

  const replaceWhenEnded = async (working: Working): Promise<void> => {
    const { how, work } = await working.task.ended.catch(endedEarly);
    if (isStopping) return;
    current = undefined;
    if (working.underWay !== undefined) {
      queue.remove(working.underWay);
      leaveOut(describeEnd(how, work));
    }
    if (queue.size() > 0) startAgain();
  };

  const startAgain = () => {
    if (restarts >= proxyLimits.restarts) {
      leaveOut('the process that judges ended again and again', queue.size());
      return queue.clear();
    }
    restarts += 1;
    current = start({ ...given, profile, before: fold(journal.entries()) }, () => {});
    void replaceWhenEnded(current);
    for (const [number, copy] of queue.entries()) tell(current, { number, copy });
  };

  const [first, profile] = await new Promise<[Working, Profile]>((resolve, reject) => {
    const working = start({ ...given, profile: undefined, before: undefined }, (profile) =>
      resolve([working, profile]),
    );
    working.task.ended.then(
      ({ how }) => reject(new UsageError(`nothing could be judged: ${reasons[how]}`)),
      reject,
    );
  });
  current = first;
  void replaceWhenEnded(first);

  return {
    profile,
    /** Judges a response, unless too many wait. */
    take: (copy: Copy): void => {
      const number = queue.add(copy);
      if (number === undefined) leaveOut('too many were waiting');
      else if (current === undefined) startAgain();
      else tell(current, { number, copy });
    },
    /** Counts a response that is not judged. */
    leaveOut,
    /** Ends the process if the work fails, so that nothing keeps this one running. */
    orEnd: <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error) => {
        isStopping = true;
        current?.task.kill();
        throw error;
      }),
    /** Judges what waits, and returns the journal. */
    stop: async (signal: string) => {
      isStopping = true;
      if (current !== undefined) {
        const { how, work } = await endOf(current.task, signal);
        leaveOut(describeEnd(how, work), queue.size());
      }
      journal.add({ type: 'unjudged', reasons: describe(unjudged) });
      return journal;
    },
  };
}

function tell({ task }: Working, message: ToJudge): void {
  task.tell(message);
}

async function endOf(task: Task<void>, signal: string) {
  const silence = setInterval(() => task.killIfSilent(stopping.mostSilentSeconds), 1_000);
  const end = setTimeout(task.kill, stopping.mostMs);
  task.stop(signal);
  try {
    return await task.ended.catch(endedEarly);
  } finally {
    clearInterval(silence);
    clearTimeout(end);
  }
}

/** For a task that has thrown an error. */
const endedEarly = () => ({ how: 'ended' as const, work: undefined });

function describeEnd(how: ChildEnd, work: string | undefined): string {
  return work === undefined ? reasons[how] : `${reasons[how]} (${work})`;
}

const reasons: Readonly<Record<ChildEnd, string>> = {
  ended: 'the process that judges ended too early',
  killed: 'judging did not end',
  silent: 'judging did not end',
  memory: 'judging needed too much memory, or its process was killed',
};

function describe(unjudged: ReadonlyMap<string, number>): string[] {
  return [...unjudged].map(([reason, count]) =>
    count === 1
      ? `1 response was not judged: ${reason}`
      : `${count} responses were not judged: ${reason}`,
  );
}
