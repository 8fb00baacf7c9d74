import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Passwords cross a network in cleartext': {
    'no-plain-http': {
      file: 'operator/run/start-server.ts',
      find: 'await refusePlainHttp(config);',
      replace: "if (config.host === '') await refusePlainHttp(config);",
    },
  },
  'The rows of the database cross a network in cleartext': {
    'no-plain-postgres': {
      file: 'server/store/postgres/open-postgres.ts',
      find: "if (ssl || mode === 'disable' || host.startsWith('/')) return;",
      replace: "if (ssl || mode !== '' || host.startsWith('/')) return;",
    },
  },
  'Recorded TLS traffic is decrypted, or an old cipher attacked': {
    'strong-ciphers': {
      file: 'server/serve/tls.ts',
      find: 'ciphers,',
    },
    'tls-versions': {
      edits: [
        {
          file: 'server/serve/tls.ts',
          find: 'ciphers,',
          replace: "ciphers: 'DEFAULT@SECLEVEL=0',",
        },
        {
          file: 'server/serve/tls.ts',
          find: "minVersion: 'TLSv1.2',",
          replace: "minVersion: 'TLSv1',",
        },
      ],
    },
  },
  'Others read the private key, or the certificate expires': {
    'private-key': {
      file: 'server/serve/tls.ts',
      find: 'if (exposure !== undefined) throw unusable(`the TLS key ${key} cannot be used: ${exposure}`);',
    },
    'renewed-certificate': {
      file: 'server/serve/tls.ts',
      find: 'if (server instanceof SecureServer) server.setSecureContext(context);',
      replace: 'if (server instanceof SecureServer && !context) server.setSecureContext(context);',
    },
  },
  'A stranger checks tokens at the internal listener': {
    'internal-credential': {
      file: 'operator/internal/internal-app.ts',
      find: "if (!timingSafeEqual(sent, expected)) throw new Problem('token_invalid');",
      replace: 'timingSafeEqual(sent, expected);',
    },
    'no-tokens-in-internal-log': {
      file: 'server/http/observe.ts',
      find: 'status: response.statusCode,',
      replace: `status: response.statusCode,
        body: context.body,`,
    },
    'private-credential': {
      test: 'operator/internal/health.test.ts',
      file: 'operator/internal/start-internal.ts',
      find: "const file = openSync(path, 'wx', 0o600);",
      replace: "const file = openSync(path, 'wx', 0o640);",
    },
  },
  'Strangers read health and metrics': {
    'internal-paths': {
      file: 'operator/run/start-server.ts',
      find: 'const { passwords = createPasswords(config.passwordCost), document = loadDocument() } = options;',
      replace: `const { passwords = createPasswords(config.passwordCost), document: given = loadDocument() } = options;
  const document = { ...given, paths: { ...given.paths, '/metrics': given.paths['/v1/auth/login'] ?? {} } };`,
    },
    'metrics-credential': {
      test: 'operator/internal/health.test.ts',
      file: 'operator/internal/internal-app.ts',
      find: 'return security?.length === 0;',
      replace: 'return security?.length !== 1 || security.length === 1;',
    },
  },
  'Metrics reveal who uses the service': {
    'labels-without-requests': {
      file: 'server/http/observe.ts',
      find: `observe({
        operation: operation?.id,`,
      replace: `observe({
        operation: operation?.id ?? context.target,`,
    },
  },
};
