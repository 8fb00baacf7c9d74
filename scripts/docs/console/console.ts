import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { root } from '../../linters.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { shell, sitePolicy } from '../site/shell.ts';
import type { Entry, SiteFile } from '../site/site-file.ts';
import { embedContract } from './embed-contract.ts';

const target = html`<form id="target" class="panel box" method="post">
<fieldset>
<legend>Where to send requests</legend>
${choice('mock', 'In this browser', 'A mock of the service in this page. Nothing leaves your computer.')}
${choice('here', 'This server', '')}
${choice('other', 'Another base address', html`A service that allows this page to call it (CORS), such as the mock of <code>account-access mock</code>.`)}
<div id="target-base-field" class="field" hidden>
<label for="target-base">Base address</label>
<input id="target-base" name="base" type="url" inputmode="url" autocomplete="url" spellcheck="false" placeholder="http://127.0.0.1:4010" aria-describedby="target-base-error">
<p class="field-error" id="target-base-error"></p>
</div>
</fieldset>
<p class="privacy"><span>Passwords, tokens and keys stay only in the memory of this page.</span>
<button type="button" id="forget">Forget everything</button></p>
</form>`;

const loginFields = html`<div id="demo" hidden>
<p id="demo-title" class="hint">Demo accounts:</p>
<ul id="demo-accounts" class="chips" aria-labelledby="demo-title"></ul>
</div>
<div class="field">
<label for="login-identity">Identity</label>
<input id="login-identity" name="identity" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" aria-describedby="login-identity-error">
<p class="field-error" id="login-identity-error"></p>
</div>
<div class="field">
<label for="login-password">Password</label>
${secretInput('login-password', 'password', html`autocomplete="current-password" aria-describedby="login-password-error"`)}
<p class="field-error" id="login-password-error"></p>
</div>
<div id="login-code" class="field" hidden>
<label for="login-otp">One-time code</label>
${secretInput('login-otp', 'one-time code', html`inputmode="numeric" autocomplete="one-time-code" aria-describedby="login-otp-hint login-otp-error"`)}
<p class="hint" id="login-otp-hint">Six digits of an authenticator app, or a recovery code.</p>
<p class="field-error" id="login-otp-error"></p>
<div id="demo-codes"></div>
</div>`;

const generateFields = html`<div class="field">
<label for="generate-description">Description</label>
<input id="generate-description" name="description" type="text" autocomplete="off" aria-describedby="generate-description-hint generate-description-error">
<p class="hint" id="generate-description-hint">What the key is for. It may be empty.</p>
<p class="field-error" id="generate-description-error"></p>
</div>`;

const revokeFields = html`<ul id="keys" class="keys" aria-label="Keys of this session" hidden></ul>
<div class="field">
<label for="revoke-id">Id of the key</label>
<input id="revoke-id" name="id" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="revoke-id-hint revoke-id-error">
<p class="hint" id="revoke-id-hint">It begins with <code>key_</code>, and is no secret.</p>
<p class="field-error" id="revoke-id-error"></p>
</div>`;

export const consoleEntry: Entry = {
  path: 'console.html',
  title: 'Console',
  summary:
    'Log in, generate a key and revoke it from the browser, on a mock inside the page or on a service.',
  group: 'reference',
};

// The reader types the address of the service, so requests may go to any web address.
const consolePolicy = [sitePolicy, 'connect-src http: https:'].join('; ');

export function consoleHtml(document: Document, entries: readonly Entry[]): string {
  return shell({
    entry: consoleEntry,
    entries,
    wide: true,
    policy: consolePolicy,
    styles: ['console.css'],
    main: consolePage(document),
  });
}

/** What the page loads: its style, the console itself, and the mock, which loads only when the reader uses it. */
export async function consoleFiles(document: Document): Promise<SiteFile[]> {
  const values = { embeddedContract: JSON.stringify(embedContract(document)) };
  return [
    { path: 'console.css', content: await readFile(join(root, 'console/console.css')) },
    { path: 'console.js', content: await bundle('console/console.ts', { define: values }) },
    {
      path: 'mock.js',
      content: await bundle('console/target/mock.ts', { globalName: 'accountAccessMock' }),
    },
  ];
}

export async function bundle(entry: string, options: BuildOptions = {}): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    // Not as modules: browsers do not load those from a disk.
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    ...options,
    write: false,
  });
  const [script] = outputFiles ?? [];
  if (script === undefined) throw new Error(`${entry} gives no script`);
  return script.contents;
}

/** The main part of the console: every field, region and button that its script works with. */
function consolePage(document: Document): Html {
  return html`<h1>Console</h1>
<p class="lede">Log in, generate a key and revoke it, from this page and with no other tool.</p>
<noscript><p class="notice">The console calls the API from your browser, and needs JavaScript for it. The
<a href="reference.html">API reference</a> shows every call without.</p></noscript>
<div id="console" class="console" hidden>
<div class="steps">
${target}
${step(document, 'login', 1, loginFields)}
${step(document, 'generateApiKey', 2, generateFields)}
${step(document, 'revokeApiKey', 3, revokeFields)}
</div>
<section class="journal" aria-labelledby="journal-title">
<div class="title-row">
<h2 id="journal-title" tabindex="-1">Journal</h2>
<button type="button" id="journal-clear" hidden>Clear the journal</button>
</div>
<p id="journal-empty" class="hint">Every request and its response appear here, newest first.</p>
<ol id="journal" class="entries" reversed></ol>
</section>
<div id="console-status" class="toast" role="status"></div>
</div>
<template id="mock-script"><script src="mock.js"></script></template>
<script src="console.js" defer></script>`;
}

function choice(kind: string, label: string, hint: Content): Html {
  const id = `target-${kind}`;
  return html`<div class="choice"><input type="radio" name="kind" value="${kind}" id="${id}" aria-describedby="${id}-hint">
<label for="${id}">${label}</label><p class="hint" id="${id}-hint">${hint}</p></div>`;
}

/** A form that sends one operation; its ids begin with the first word of the operation's name. */
function step(document: Document, id: string, number: number, fields: Content): Html {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`the contract has no operation ${id}`);
  const { method, path, operation } = found;
  const [form = id] = found.slug.split('-');
  return html`<section id="try-${id}" class="panel box step" tabindex="-1" aria-labelledby="${form}-title">
<h2 id="${form}-title"><span class="number">${number}</span> ${operation.summary}</h2>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
<a href="reference.html#${id}">What it does<span class="unseen">: ${operation.summary}</span></a></p>
<form id="${form}" method="post" novalidate aria-labelledby="${form}-title" aria-busy="false">
${fields}
<div class="field prefer">
<label for="${form}-prefer">Response of the mock</label>
<select id="${form}-prefer" aria-describedby="${form}-prefer-hint"></select>
<p class="hint" id="${form}-prefer-hint">Sent as <code>Prefer</code>.</p>
</div>
<p class="actions"><button class="main" type="submit">${operation.summary}</button></p>
<div data-region="alert" class="alert" role="alert"></div>
<div data-region="status" class="status" role="status"></div>
<div data-region="result"></div>
</form>
</section>`;
}

/** Hidden while the reader types, until the reader presses the button next to it. */
function secretInput(id: string, what: string, attributes: Html): Html {
  const name = id.replace(/^\w+-/, '');
  return html`<div class="with-button"><input id="${id}" name="${name}" type="password" spellcheck="false" autocapitalize="none" ${attributes}>
<button type="button" id="${id}-show" aria-pressed="false">Show<span class="unseen"> ${what}</span></button></div>`;
}
