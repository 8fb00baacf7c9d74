// Shows with requests that each fault is there when it is planted, and not without it:
//   tsx bench/power/planted/verify.ts [app] [fault]
import { createApi } from './proxy/api.ts';
import type { Fault } from './proxy/fault.ts';
import { startProxy } from './proxy/proxy.ts';
import { type Subject, startApp, subjects } from './subjects.ts';

const [onlyApp, onlyFault] = process.argv.slice(2);
let verified = 0;
let all = 0;

for (const [name, subject] of Object.entries(subjects)) {
  if (onlyApp === undefined || onlyApp === name) await verifyApp(name, subject);
}
console.log(`${verified} of ${all} faults verified`);
process.exitCode = verified === all && all > 0 ? 0 : 1;

async function verifyApp(name: string, subject: Subject): Promise<void> {
  const faults = subject.faults.filter(({ id }) => onlyFault === undefined || onlyFault === id);
  const repeated = faults.filter(({ id }, index) => faults.findIndex((it) => it.id === id) < index);
  if (repeated.length > 0) throw new Error(`${name} has two faults ${repeated[0]?.id}`);

  for (const fault of faults) {
    // Each on an app of its own: what a fault has done stays.
    const app = await startApp(subject);
    try {
      const without = await shows(app.url, subject, fault, undefined);
      const withFault = await shows(app.url, subject, fault, fault);
      all += 1;
      if (without === false && withFault === true) verified += 1;
      else console.log(`${name} ${fault.id}: without ${without}, with it ${withFault}`);
    } finally {
      app.child.kill();
    }
  }
}

/** Whether the fault shows, or why the requests did not come so far. */
async function shows(app: string, subject: Subject, fault: Fault, planted: Fault | undefined) {
  const proxy = await startProxy(app, planted);
  try {
    return await fault.shows(createApi(proxy.url, subject.credentials));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    proxy.close();
  }
}
