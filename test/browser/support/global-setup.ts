import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startCommand } from '../../support/command/child-process.ts';
import { findBrowser, howToInstall } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all test files is to be had; `undefined` when there is none. */
    readonly browserEndpoint: string | undefined;
    /** The real service with its demo accounts and the site at `/docs/`, without a slash at the end. */
    readonly service: string;
    /** The mock, which lets pages of any origin call it. */
    readonly mock: string;
  }
}

/** Makes the site, starts the browser and what the pages talk to, once for all test files. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { env } = process;
  const executablePath = findBrowser(env);
  if (executablePath === undefined) {
    if (env.CI === 'true') throw new Error(howToInstall);
    console.warn(`\nSKIPPED, ALL OF IT. ${howToInstall}\n`);
    project.provide('browserEndpoint', undefined);
    project.provide('service', '');
    project.provide('mock', '');
    return async () => {};
  }

  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/docs.ts']);
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const service = startCommand([
    'serve',
    '--demo',
    '--port',
    '0',
    '--database',
    join(folder, 'demo.db'),
  ]);
  const mock = startCommand(['mock', '--port', '0']);
  const [browser, serviceUrl, mockUrl] = await Promise.all([
    chromium.launchServer({ executablePath, args: [...flags] }),
    service.says(listening),
    mock.says(listening),
  ]);
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('service', serviceUrl);
  project.provide('mock', mockUrl);
  return async () => {
    await Promise.all([browser.close(), service.end(), mock.end()]);
    await rm(folder, { recursive: true });
  };
}

// The browser takes only the last list of these, so it begins with the one of Playwright, whose place it takes.
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // What drops down from the address bar, which nobody sees here, would be two more pages per page: three times the work.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * With what the browser is started. In a container there is often only root, for whom Chromium has no sandbox, and no
 * graphics card. Most of the rest keeps the browser itself from asking its maker for anything.
 */
const flags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
];

// Where it listens; not before the line has come whole.
const listening = /http:\/\/127\.0\.0\.1:\d+(?=\D)/;
