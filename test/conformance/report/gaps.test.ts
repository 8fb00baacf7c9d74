import { expect, test } from 'vitest';
import { githubAnnotations } from '../../../conformance/engine/report/github.ts';
import { htmlReport } from '../../../conformance/engine/report/html.ts';
import { junitReport } from '../../../conformance/engine/report/junit.ts';
import { jsonReport, type Report } from '../../../conformance/engine/report/report.ts';
import { sarifReport } from '../../../conformance/engine/report/sarif.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { reportOfEvents } from './report-of.ts';

const gap = { at: '/components/schemas/Tool', why: 'cannot be used', operations: ['getTool'] };
const writers: Readonly<Record<string, (report: Report) => string>> = {
  ...{ json: jsonReport, junit: junitReport, html: htmlReport },
  ...{ sarif: (report) => sarifReport(report), github: githubAnnotations },
};

test.each(Object.entries(writers))('a report as %s says what could not be judged', (_, write) => {
  // The run has no end: its journal has what was found until then.
  const run = { baseUrl: 'http://127.0.0.1:9', secrets: createSecrets(), seed: 1 };
  const report = reportOfEvents(
    [
      { type: 'started', rules: [], isPartial: false },
      { type: 'gap', gap },
    ],
    run,
  );
  expect(write(report)).toMatch(/components\/schemas\/Tool.*cannot be used.*getTool/s);
});
