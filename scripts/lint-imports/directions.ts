/** What the files of a folder may import from elsewhere in the project, besides their own folder. */
export interface Direction {
  /** The row with the longest folder that holds a file applies to it. The empty one is the root without its folders. */
  readonly folder: string;
  /** Folders or files. */
  readonly mayImport: readonly string[];
  /** Folders whose types may be imported, and nothing else. */
  readonly mayImportTypes?: readonly string[];
  /** Packages that must not be loaded, neither by the folder nor by anything that it imports. Their types may. */
  readonly neverLoads?: readonly string[];
  readonly because: string;
}

const sql = ['kysely', '@photostructure/sqlite', 'pg'];
const express = ['express', 'express-openapi-validator'];
const native = ['@node-rs/argon2'];

export const directions: readonly Direction[] = [
  {
    folder: 'openapi',
    mayImport: [],
    because: 'The contract imports nothing: everything else follows from it.',
  },
  {
    folder: 'client',
    mayImport: ['generated'],
    because: 'The server, the client and the contract tests share generated/ and nothing else.',
  },
  {
    folder: 'conformance',
    mayImport: ['generated'],
    because: 'The server, the client and the contract tests share generated/ and nothing else.',
  },
  {
    folder: 'server',
    mayImport: ['generated'],
    because: 'The server, the client and the contract tests share generated/ and nothing else.',
  },
  {
    folder: 'server/http',
    mayImport: ['generated', 'server/operations', 'server/security', 'server/compiled-check.ts'],
    because: 'In server: app, then http, then operations. The app passes the store to them.',
  },
  {
    folder: 'server/operations',
    mayImport: ['generated', 'server/http/problem.ts'],
    mayImportTypes: ['server/http', 'server/security', 'server/store'],
    because: 'An operation receives security and store through its Deps, and knows no HTTP but Problem.',
  },
  {
    folder: 'server/security',
    mayImport: ['generated'],
    neverLoads: [...sql, ...express],
    because: 'Security knows neither HTTP nor the store.',
  },
  {
    folder: 'server/store',
    mayImport: ['generated', 'server/security'],
    neverLoads: express,
    because: 'The store knows neither HTTP nor the operations.',
  },
  {
    folder: 'operator',
    mayImport: [
      'generated',
      'server/app.ts',
      'server/compose-service.ts',
      'server/create-app.ts',
      'server/config',
      'server/http',
      'server/operator-error.ts',
      'server/security',
      'server/serve',
      'server/store',
    ],
    because:
      'operator imports server, never the other way, and does not call the operations of the API itself.',
  },
  {
    folder: 'mock',
    mayImport: [
      'generated',
      'server/app.ts',
      'server/http',
      'server/operations',
      'server/security',
      'server/config/demo-accounts.ts',
    ],
    neverLoads: [...sql, ...express, ...native],
    because: 'The mock uses only what runs without Express, SQL and native modules.',
  },
  {
    folder: 'console',
    mayImport: [
      'client',
      'generated',
      'mock',
      'server/config/demo-accounts.ts',
      'server/security/one-time-codes/totp-step.ts',
    ],
    neverLoads: [...sql, ...express, ...native],
    because: 'The console runs in a browser. It uses the client, the mock, and the demo accounts.',
  },
  {
    folder: 'bin',
    mayImport: ['client', 'conformance', 'generated', 'mock', 'operator', 'server'],
    because: 'The package has neither tests nor scripts nor the page of the console.',
  },
  {
    folder: 'scripts',
    mayImport: [
      'bin/help/page.ts',
      'client',
      'conformance',
      'console',
      'generated',
      'mock',
      'openapi',
      'operator',
      'server',
    ],
    because: 'Nothing imports bin or test, except the page of the commands.',
  },
  {
    folder: 'bench',
    mayImport: [
      'bin/did-you-mean.ts',
      'client',
      'conformance',
      'generated',
      'mock',
      'operator',
      'server',
      'test/browser/support/find-browser.ts',
      'test/browser/support/flags.ts',
      'test/support/postgres/postgres-server.ts',
    ],
    because:
      'Nothing imports bin or test, except what starts PostgreSQL and the browser, and what corrects a misspelt name.',
  },
  {
    folder: 'examples',
    mayImport: ['client', 'operator', 'server'],
    because: 'An example imports what the package exports.',
  },
  {
    folder: 'test',
    mayImport: [
      'bench',
      'bin',
      'client',
      'conformance',
      'console',
      'examples',
      'generated',
      'mock',
      'openapi',
      'operator',
      'scripts',
      'server',
    ],
    because: 'Tests may import everything.',
  },
  { folder: '', mayImport: ['test/support'], because: 'The files of the root configure the tools.' },
];

/** The folders that may import a package; every folder may import the others. */
export const packages: readonly { readonly names: readonly string[]; readonly only: readonly string[] }[] = [
  { names: sql, only: ['server/store', 'operator', 'bench', 'test'] },
  {
    names: express,
    only: [
      'server/http/transport/express-listener.ts',
      'server/http/transport/express-validator.ts',
      'operator/require-api-key',
      'bench',
      'examples',
      'test',
    ],
  },
  // An import by the name of the package would bypass the rows above.
  { names: ['account-access', 'account-access-client'], only: ['bench', 'examples', 'test'] },
];
