// Starts an app with one planted fault, or with none, and prints where it is:
//   tsx bench/power/planted/start.ts bookings --fault rooms-sort-ignored
import { parseArgs } from 'node:util';
import { startProxy } from './proxy/proxy.ts';
import { startApp, subjects } from './subjects.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fault: { type: 'string' }, list: { type: 'boolean' } },
});

const [name = ''] = positionals;
const subject = subjects[name];
if (subject === undefined) {
  throw new Error(`"${name}" is no app: name one of ${Object.keys(subjects).join(', ')}`);
}

const fault = subject.faults.find(({ id }) => id === values.fault);
if (values.fault !== undefined && fault === undefined) {
  throw new Error(`${name} has no fault "${values.fault}": see --list`);
}

if (values.list === true) {
  for (const { id, kind, at, wrong, breaks } of subject.faults) {
    console.log(JSON.stringify({ id, kind, at, wrong, breaks }));
  }
} else {
  const app = await startApp(subject);
  const proxy = await startProxy(app.url, fault);
  const stop = () => {
    app.child.kill();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  app.child.once('exit', stop);
  console.log(JSON.stringify({ url: proxy.url, document: subject.document }));
}
