import { expect, test } from 'vitest';
import { audit } from './support/audit.ts';
import { servePage } from './support/serve-files.ts';
import { visit } from './support/visit.ts';

const planted = `<!doctype html><html lang="en"><head><title>A page</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-a'"></head><body><main><h1>A page</h1>
<button></button> <input type="text"> <p style="color: #999; background: #fff">Pale</p>
<a href="#a" style="font-size: 4px">a</a> <a href="#b" style="font-size: 4px">b</a>
<img alt="A picture" src="http://example.invalid/a.png">
<script nonce="a">console.log("a"); console.warn("b"); console.error("c"); missing()</script><script>1</script>
</main></body></html>`;

test('planted errors, a request to another origin, a blocked script and what the console says are reported', async () => {
  const { page, foreign, refusals, complaints } = await visit(await servePage(planted));
  const rules = (await audit(page)).violations.map((line) => line.split(':')[0]);
  expect(rules).toEqual(
    expect.arrayContaining(['button-name', 'color-contrast', 'label', 'target-size']),
  );
  expect(foreign).toEqual(['http://example.invalid/a.png']);
  await expect.poll(() => refusals).toEqual([expect.stringMatching(/^script-src-elem: inline/)]);
  const said = expect.arrayContaining(['b', 'c', 'missing is not defined']);
  await expect.poll(() => complaints).toEqual(said);
  expect(complaints).not.toContain('a');
});
