import { expect, inject, test } from 'vitest';
import { folderWith, runTests, testFiles, titlesIn } from '../docs/recipes/recipe-folder.ts';
import { servePage } from './support/serve-files.ts';

/** A page as the recipe expects it: it logs in at another origin, and says what the user can do. */
const app = `<!doctype html><html lang="en"><title>An app</title>
<button>Log in</button><p role="alert"></p>
<script>
  document.querySelector('button').onclick = async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ identity: 'demo@example.com', password: 'demo-password' });
    const message = await fetch('https://access.example.com/v1/auth/login', { method: 'POST', headers, body })
      .then(({ status }) => (status === 503 ? 'Try again later' : 'Status ' + status), () => 'No response');
    document.querySelector('[role=alert]').textContent = message;
  };
</script></html>`;

const [recipe = ''] = testFiles().filter((file) => file.includes('@playwright/test'));
const [title = ''] = titlesIn(recipe);

/** Runs the recipe, with another step and another text, on the page. */
async function outcomeWith(step: string, text: string): Promise<string | undefined> {
  const file = recipe
    .replace('http://localhost:3000/', await servePage(app))
    .replace('{ status: 503 }', step)
    .replace('Try again later', text);
  const outcomes = await runTests(await folderWith(file), { BROWSER_ENDPOINT: inject('browserEndpoint') });
  return outcomes[title];
}

test.each([
  ['{ status: 503 }', 'Try again later'],
  ['{}', 'Status 200'],
  [`{ fault: 'reset' }`, 'No response'],
])('with Playwright, the page gets the response of the mock to the step %s', async (step, text) => {
  expect(await outcomeWith(step, text)).toBe('passed');
});
