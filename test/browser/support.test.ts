import { expect, test } from 'vitest';
import { audit } from './support/audit.ts';
import { servePage } from './support/serve-files.ts';
import { visit } from './support/visit.ts';

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;

test.each([
  ['button-name', '<button></button>'],
  ['color-contrast', '<p style="color: #999; background: #fff">Pale</p>'],
  ['label', '<input type="text">'],
  ['target-size', '<a href="#a" style="font-size: 4px">a</a> <a href="#b" style="font-size: 4px">b</a>'],
])('a planted error is found: %s', async (rule, error) => {
  const visited = await visit(await servePage(page(error)));
  const { violations } = await audit(visited.page);
  expect(violations.map((line) => line.split(':')[0])).toContain(rule);
});

test('a request to another origin is stopped and reported', async () => {
  const { foreign } = await visit(
    await servePage(page('<img alt="A picture" src="http://example.invalid/a.png">')),
  );
  expect(foreign).toEqual(['http://example.invalid/a.png']);
});

test('what the policy of a page blocks is reported', async () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;
  const { refusals, complaints } = await visit(await servePage(page('<script>1</script>', policy)));
  await expect.poll(() => refusals).toEqual([expect.stringMatching(/^script-src-elem: inline/)]);
  await expect.poll(() => complaints).toHaveLength(1);
});

test('errors and warnings of the console and exceptions are reported', async () => {
  const script = '<script>console.log("a"); console.warn("b"); console.error("c"); missing()</script>';
  const { complaints } = await visit(await servePage(page(script)));
  await expect.poll(() => complaints).toEqual(['b', 'c', 'missing is not defined']);
});
