import { describeGap } from '../../gap.ts';
import type { Entry } from '../../report/entry.ts';
import { harOf } from '../../report/har.ts';
import { keepLast } from '../../report/record-traffic.ts';
import type { Tool } from '../../report/report.ts';

/** Keeps of a journal what its report needs, because a proxy may run for weeks. */
export function keepLatest() {
  const latest = new Map<string, Entry>();
  const exchanges = keepLast((har: string) => har.length);
  return {
    add: (entry: Entry): void => {
      if (entry.type === 'exchange') exchanges.add(entry.har);
      else latest.set(subjectOf(entry), entry);
    },
    entries: (): Entry[] => [...latest.values()],
    /** All traffic, as the last process wrote it, or else the last exchanges as they were written. */
    har: (tool: Tool): string => {
      const whole = latest.get('traffic');
      return whole?.type === 'traffic' ? whole.har : harOf(exchanges.traffic, tool);
    },
  };
}

/** A later entry about the same replaces it. */
function subjectOf(entry: Entry): string {
  switch (entry.type) {
    case 'outcome':
      return `outcome ${entry.check.id}`;
    case 'source':
      return `source ${entry.source}`;
    case 'gap':
      return `gap ${describeGap(entry.gap)}`;
    case 'started':
      // The first part has the names of the run, and the second one what is chosen.
      return `started ${Object.keys(entry).join(' ')}`;
    default:
      return entry.type;
  }
}
