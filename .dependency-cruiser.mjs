// Which folder may import which; `npm run lint` checks it. Only the folders of a row, besides its own, may be imported.
const sql = ['@photostructure/sqlite', 'pg'];
const express = ['express', 'express-openapi-validator'];
const contractTests = ['conformance/suite', 'conformance/engine/index.ts'];
const shared = 'The server, the client and the contract tests share generated/ and nothing else.';

const directions = [
  ['client', ['generated'], shared],
  ['conformance/engine', [], 'The engine tests any API: it knows nothing of this service.'],
  [
    'conformance/suite',
    ['conformance/engine/index.ts', 'generated'],
    'The checks of this service use only what the package of the engine exports.',
  ],
  ['server', ['generated'], shared],
  [
    'server/http',
    [
      'generated',
      'server/connections.ts',
      'server/security',
      { types: ['server/operations', 'server/store'] },
    ],
    'In server: app, then http, then operations. The app passes the store to them.',
  ],
  [
    'server/operations',
    ['generated', 'server/http/problem.ts', { types: ['server/security', 'server/store'] }],
    'An operation receives security and store through its Deps, and knows no HTTP but Problem.',
  ],
  [
    'server/store',
    ['generated', 'server/security', 'server/operator-error.ts'],
    'The store knows neither HTTP nor the operations.',
  ],
  [
    'mock',
    [
      'generated',
      ...['http', 'operations', 'security', 'config/demo-accounts.ts', 'connections.ts'].map(
        (it) => `server/${it}`,
      ),
      { types: ['server/store'] },
    ],
    'The mock uses only what runs without Express, SQL and native modules (test/mock/browsers.test.ts).',
  ],
  [
    'bin',
    [
      ...['client', ...contractTests, 'conformance/engine/run-engine.ts'],
      ...['generated', 'mock', 'server'],
    ],
    'The package has neither tests nor scripts. Of the engine, its index and its command line are enough.',
  ],
  [
    'scripts',
    [
      ...['bin', 'client', ...contractTests, 'docs/.vitepress/slug.ts', 'generated'],
      ...['mock', 'server'],
    ],
    'Nothing imports bin or test, except the page of the commands. Of the engine, its index is enough.',
  ],
  [
    'bench',
    [
      ...['conformance/engine/index.ts', 'generated', 'scripts/install.ts', 'server'],
      'test/support/postgres/postgres-server.ts',
    ],
    'Nothing imports bin or test, except what starts PostgreSQL.',
  ],
  ['examples', ['client', 'server'], 'An example imports what the package exports.'],
  ['docs', ['client'], 'A sample imports what the package exports; the site reads files.'],
];

/** The folders that may import a package; every folder may import the others. */
const packages = [
  [sql, ['server/store', 'bench', 'test']],
  [
    express,
    [
      'mock/server.ts',
      ...['server/app.ts', 'server/http', 'server/internal', 'server/require-api-key.ts'],
      ...['bench', 'examples', 'test'],
    ],
  ],
  [['@node-rs/argon2'], ['server/security', 'bench', 'test']],
];

const within = (paths) =>
  `^(${paths.map((path) => path.replaceAll('.', '\\.') + (path.endsWith('.ts') ? '$' : '/')).join('|')})`;
const folders = [...directions.map(([folder]) => folder), 'generated', 'test'];
const files = '\\.(ts|mjs|js|json)$';
const elsewhere = ['(^|/)node_modules/', '^((client|conformance/engine)/)?dist/'];

const rules = directions.map(([folder, mayImport, comment]) => {
  const inner = folders.filter((other) => other.startsWith(`${folder}/`));
  const values = mayImport.filter((path) => typeof path === 'string');
  const types = mayImport.flatMap((path) => path.types ?? []);
  const rule = (name, allowed, others) => ({
    name: `${folder}${name}`,
    comment,
    from: { path: within([folder]), ...(inner.length > 0 && { pathNot: within(inner) }) },
    to: { path: files, pathNot: [within([folder, ...allowed]), ...elsewhere], ...others },
  });
  if (types.length === 0) return [rule('', values)];
  return [
    rule(' (types)', [...values, ...types]),
    rule('', values, { dependencyTypesNot: ['type-only'] }),
  ];
});

const packageRules = packages.map(([names, only]) => ({
  name: `only some folders import ${names.join(', ')}`,
  from: { pathNot: within(only) },
  to: { path: `(^|/)node_modules/(@types/)?(${names.join('|')})/` },
}));

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads the default export.
export default {
  forbidden: [
    ...rules.flat(),
    ...packageRules,
    {
      name: 'no cycles',
      comment: 'To understand one of these files, you must read them all. Imports of types count.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'own row for each folder',
      comment: 'No row of this file says what this folder may import.',
      from: { path: '/', pathNot: within(folders) },
      to: {},
    },
    {
      name: 'no import by our own name',
      comment: 'An import by the name of the package would bypass the rows above.',
      from: { pathNot: within(['bench', 'docs/samples', 'examples', 'test']) },
      to: { path: '^(account-access|openapi-contract-tests|((client|conformance/engine)/)?dist/)' },
    },
    {
      name: 'root',
      comment: 'The files of the root configure the tools.',
      from: { path: '^[^/]+$' },
      to: { path: '/', pathNot: '^(test/support|node_modules)/' },
    },
  ].map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^((client|conformance/engine)/)?dist/'] },
    exclude: {
      // The last is a file that VitePress writes while it builds.
      path: '^scripts/check-generators/programs/|^(bench|bench/power/planted|docs|scripts/tools|test/(browser|frameworks))/node_modules/|\\.timestamp-',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require'],
    },
  },
};
