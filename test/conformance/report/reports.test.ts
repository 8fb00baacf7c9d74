import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeSource } from '../../../conformance/engine/report/describe-source.ts';
import schema from '../../../conformance/engine/report.schema.json' with { type: 'json' };
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { describeServiceSource } from '../../../conformance/suite/describe-source.ts';
import { createModel } from '../../mutants/model/create-model.ts';
import { runService } from '../../mutants/run-against.ts';
import { isInstalled } from '../../support/which-tests-run.ts';
import { formats, reportOfEvents } from './report-of.ts';

// Every response fails a check, with text that markup must escape.
const model = await createModel({ traceId: () => '<always> "the" & same]]>' });
const secrets = createSecrets();
const only = ['login', 'trace', 'revocation', 'envelope', 'limits'];
const result = await runService(model.baseUrl, { secrets, seed: 42, only });
await model.close();
const report = reportOfEvents(result.events, { baseUrl: model.baseUrl, secrets, seed: 42 });

function firstFailure() {
  const [check] = report.checks.filter(({ kind }) => kind === 'failed');
  const [finding] = check?.findings ?? [];
  if (check === undefined || finding === undefined) throw new Error('nothing failed');
  return { check, finding };
}

test('the reported run has failed, passed and skipped checks', () => {
  expect(report.verdict).toBe('failed');
  expect(report.summary.failed).toBeGreaterThan(0);
  expect(report.summary.passed).toBeGreaterThan(0);
  expect(report.summary.skipped).toBeGreaterThan(0);
});

test.each(Object.entries(formats))(
  'the %s report names what failed and how to send the request again',
  (_name, write) => {
    const text = write(report);
    const { check, finding } = firstFailure();
    expect(text).toContain(check.id);
    expect(text).toContain('curl -isS');
    expect(text).toContain(finding.id);
  },
);

test('the JSON report matches its schema', () => {
  const validate = addFormats.default(new Ajv2020({ allErrors: true })).compile(schema);
  validate(JSON.parse(formats.json(report)));
  expect(validate.errors).toBeNull();
});

test('the verbose console report shows failures first, and only lines to paste are wider than the terminal', () => {
  const lines = formats.console(report).split('\n');
  expect(lines[0]).toMatch(/^FAILED /);
  const wide = lines.filter((line) => line.length > 80 && !/^ {2}send |^https?:/.test(line));
  expect(wide).toEqual([]);
});

test('the verbose console report shows a few findings of a check in full, others in short, the same ones once, and where to find all', () => {
  const { check, finding } = firstFailure();
  const long = { curl: `curl -isS ${'x'.repeat(100_000)}`, status: 200, response: 'all' };
  const findings = Array.from({ length: 40 }, (_, at) => {
    const number = Math.floor(at / 2);
    return { ...finding, id: `case-${number}`, expected: `thing ${number}`, exchanges: [long] };
  });
  const text = formats.console({ ...report, checks: [{ ...check, findings }] });
  expect(text.match(/^ {2}expected +thing \d+$/gm)).toHaveLength(3);
  expect(text.match(/^ {2}also +thing \d+; got /gm)).toHaveLength(12);
  expect(text).toContain('5 more: write them all with --report html=<file> or json=<file>');
  expect(text).toContain('(100010 characters; complete in the report files)');
  expect(text.length).toBeLessThan(20_000);
});

test.each(['json', 'html'] as const)(
  'the %s report shows after which request the server stopped responding',
  (name) => {
    const lostRequests = ['curl -isS http://127.0.0.1:1/v1/auth/login'];
    expect(
      formats[name]({ ...report, stopReason: 'no server listens on this port', lostRequests }),
    ).toContain(lostRequests[0]);
  },
);

test.each(['console', 'github'] as const)(
  'in the format %s, no response moves the cursor of a terminal, or changes the colour or direction of its text',
  (name) => {
    const hostile = '\u001b[2J\u009b31m\r\u202egnp.exe';
    const { check, finding } = firstFailure();
    const exchanges = [{ curl: hostile, status: 200, response: hostile }];
    const findings = [{ ...finding, got: hostile, exchanges, traceId: hostile }];
    const checks = [{ ...check, findings, notes: [hostile] }];
    const text = formats[name]({
      ...report,
      checks,
      leftovers: [hostile],
      lostRequests: [hostile],
      stopReason: hostile,
    });
    expect(text).toContain('\\u001b[2J\\u009b31m\\u000d\\u202egnp.exe');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  },
);

test.runIf(isInstalled('scripts/tools'))(
  'the CTRF report matches the schema of its authors',
  async () => {
    const { validate } = await import(resolve('scripts/tools/node_modules/ctrf/dist/index.js'));
    expect(validate(JSON.parse(formats.ctrf(report)))).toEqual({ valid: true, errors: [] });
  },
);

test('CTRF counts what it lists, by status', () => {
  const { reportFormat, results } = JSON.parse(formats.ctrf(report));
  expect(reportFormat).toBe('CTRF');
  const { tests, summary } = results;
  const count = (wanted: string) =>
    tests.filter(({ status }: { status: string }) => status === wanted).length;
  expect(summary).toMatchObject({
    tests: report.checks.length,
    passed: count('passed'),
    failed: report.summary.failed,
    skipped: report.summary.skipped,
    ...{ pending: 0, other: report.summary.error },
  });
  expect(count('failed')).toBe(report.summary.failed);
  expect(summary.stop - summary.start).toBe(Math.round(report.durationMs));
});

test('in Markdown, the text of a server is no markup, link, mention or end of a block', () => {
  const hostile = '</pre></details>\n\n# [a](https://evil.example) @team <img src=x>';
  const { check, finding } = firstFailure();
  const findings = [{ ...finding, got: hostile, expected: hostile, exchanges: [] }];
  const text = formats.markdown({
    ...report,
    checks: [{ ...check, findings }],
    leftovers: [hostile],
  });
  expect(text).toMatch(/^## Contract tests: failed\n/);
  expect(text).not.toMatch(/<img|^# |\]\(|@team/m);
  expect(text.match(/<\/details>/g)).toHaveLength(1);
});

test('JUnit counts what it lists and escapes every bracket of the text', () => {
  const xml = formats.junit(report);
  const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0;
  expect(count(/<testcase /g)).toBe(report.checks.length);
  expect(count(/<failure /g)).toBe(report.summary.failed);
  expect(count(/<skipped /g)).toBe(report.summary.skipped);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="[^"<>]*" tests="\d+" failures="\d+"/,
  );
  const tags =
    /<\/?(?:testsuites|testsuite|testcase|failure|skipped|error|system-out)(?: [\w-]+="[^"<>]*")*\/?>/g;
  expect(xml.replace(/^<\?xml[^>]*>/, '').replaceAll(tags, '')).not.toMatch(/[<>]/);
});

test('SARIF has one result per finding, each with a rule from its own list', () => {
  const [run] = JSON.parse(formats.sarif(report)).runs;
  expect(run.results).toHaveLength(report.checks.flatMap(({ findings }) => findings).length);
  for (const { ruleId, ruleIndex } of run.results)
    expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

test('the HTML page has no script and sends no request', () => {
  const html = formats.html(report);
  expect(html).not.toMatch(/<script|<link|<img|@import|url\(/);
  expect(html).toContain("default-src 'none'");
});

test('an annotation is one line, no matter what the response contains', () => {
  const lines = formats.github(report).trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[^:]*::/);
});

test('an annotation of a warning or a difference is a warning, and there is none for what is excused', () => {
  const { check, finding } = firstFailure();
  const annotated = (kind: typeof finding.kind) =>
    formats.github({ ...report, checks: [{ ...check, findings: [{ ...finding, kind }] }] });
  expect(annotated('failed')).toMatch(/^::error /);
  expect(annotated('warning')).toMatch(/^::warning /);
  expect(annotated('differs')).toMatch(/^::warning /);
  for (const kind of ['known', 'waived', 'observed'] as const) expect(annotated(kind)).toBe('');
});

test.each(['console', 'junit', 'html', 'sarif', 'github'] as const)(
  'the %s report names the clause that a failure violates, with its title',
  (name) => {
    const violated = report.checks.find(
      ({ kind, basis }) => kind === 'failed' && basis === 'shown',
    );
    const { label = '' } = violated ?? {};
    expect(label).toMatch(/^\d[\d.]* [A-Z]/);
    expect(formats[name](report)).toContain(label);
  },
);

function described(source: string) {
  return {
    source,
    ...(describeServiceSource(source) ?? describeSource(source)),
    checks: 1,
    run: 1,
  };
}

test('the JSON and the SARIF report quote the clauses, and link the sections of RFCs', () => {
  const { text = '' } = describeServiceSource('2.1-status.trace_id') ?? {};
  const sources = report.sources.map(({ source }) => source);
  for (const { source, text: quoted } of JSON.parse(formats.json(report)).sources)
    expect(quoted).toBe(describeServiceSource(source)?.text);
  const { check } = firstFailure();
  const rest = (source: string) =>
    JSON.parse(
      formats.sarif({ ...report, checks: [{ ...check, source }], sources: [described(source)] }),
    ).runs[0].tool.driver.rules[0];
  expect(rest('2.1-status.trace_id').help.text).toContain(text);
  expect(rest('RFC 9110 15.5.6').helpUri).toBe(
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
  );
  expect(rest('errors').help.text).toContain('Every failure is the envelope');
  expect(sources).toContain('2.1-status.trace_id');
});

test('each link of the HTML report leads to a clause or decision that it quotes, or to an RFC', () => {
  const checks = report.checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, source: 'key-format' })),
  }));
  const sources = [...report.sources, described('key-format')];
  const page = formats.html({ ...report, checks, sources });
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`);
  expect(
    links.filter(
      (href) => !ids.includes(href) && !href.startsWith('https://www.rfc-editor.org/rfc/'),
    ),
  ).toEqual([]);
  expect(links).toContain('#clause-2.1-status.trace_id');
  expect(links).toContain('#decision-key-format');
  expect(page).toMatch(
    /<dt id="decision-key-format">key-format<\/dt><dd>Source\. .+<br>Decision\. /,
  );
  expect(page).toContain(
    '<dt id="clause-2.1-status.trace_id">2.1 Response envelope: status.trace_id</dt>' +
      '<dd>status.trace_id | string | yes | Identifier of the request for tracing</dd>',
  );
});

test('the HTML report shows the headers of each response, and the text of a request that curl cannot send', () => {
  const { check, finding } = firstFailure();
  const exchange = {
    curl: 'account-access test http://127.0.0.1:1 --seed 1',
    request: 'GET / HTTP/1.1\\r\\nHost: <a>\\r\\n\\r\\n',
    status: 401,
    headers: [['WWW-Authenticate', 'Bearer'] as const],
    response: '{}',
  };
  const page = formats.html({
    ...report,
    checks: [{ ...check, findings: [{ ...finding, exchanges: [exchange] }] }],
  });
  expect(page).toContain('>HTTP 401\nWWW-Authenticate: Bearer\n\n{}</pre>');
  expect(page).toContain('>GET / HTTP/1.1\\r\\n\nHost: &lt;a&gt;\\r\\n\n\\r\\n\n</pre>');
  expect(page).toContain('>account-access test http://127.0.0.1:1 --seed 1</pre>');
});

test('the HTML report begins with the figures and the coverage, and has no literal backticks in its sources', () => {
  const html = formats.html(report);
  const at = (text: string) => html.indexOf(text);
  expect(at(`<p>${report.summary.failed} failed, `)).toBeGreaterThan(0);
  expect(at('<details class="coverage" open>')).toBeGreaterThan(
    at(`<p>${report.summary.failed} failed, `),
  );
  expect(at('<details class="failed" open>')).toBeGreaterThan(
    at('<details class="coverage" open>'),
  );
  const quoted = html.slice(at('<dl class="sources">'));
  expect(quoted).toContain('<code>access_token</code>');
  expect(quoted).not.toContain('`');
});
