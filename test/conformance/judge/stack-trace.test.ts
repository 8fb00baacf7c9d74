import { expect, test } from 'vitest';
import { stackFrameIn } from '../../../conformance/engine/judge/stack-trace.ts';

const traces = [
  ['JavaScript', 'TypeError: x\n    at load (/app/a.js:12:3)\n    at async run (/app/b.js:1:20)'],
  ['Python', 'Traceback:\n  File "/app/a.py", line 3, in f\n  File "/app/b.py", line 9, in g'],
  ['Java', 'java.lang.X: y\n\tat com.a.B.c(B.java:12)\n\tat com.a.D.e(D.java:1)'],
  ['C#', '   at A.B(String x) in /src/A.cs:line 12\n   at A.C() in /src/A.cs:line 14'],
  ['PHP', '#0 /var/www/a.php(12): f()\n#1 /var/www/b.php(3): g()'],
  ['Ruby', "app/a.rb:12:in `x'\napp/b.rb:3:in `y'"],
  ['Go', 'main.f()\n\t/src/main.go:12 +0x1\nmain.g()\n\t/src/b.go:3 +0x2'],
] as const;

test.each(traces)('knows a stack trace of %s, also in JSON', (_language, trace) => {
  expect(stackFrameIn(trace)).toBeDefined();
  expect(stackFrameIn(JSON.stringify({ detail: trace }))).toBeDefined();
});

test.each([
  'Unexpected token at line 3:4 at position 5',
  'No room at noon (room 3:12), see http://localhost/help:80:1 at 10:00',
  'File "/tmp/a.txt" is not there',
  '{"message":"must match ^a+$ at /name"}',
])('takes a message for no stack trace: %s', (message) => {
  expect(stackFrameIn(message)).toBeUndefined();
});
