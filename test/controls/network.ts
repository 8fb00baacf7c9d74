import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Passwords cross a network in cleartext': {
    'operator/run/start-server.ts': {
      'no-plain-http': { find: 'await refuse', replace: 'config.host || await refuse' },
    },
  },
  'The rows of the database cross a network in cleartext': {
    'server/store/postgres/open-postgres.ts': {
      'no-plain-postgres': {
        find: "ssl || mode === 'disable' ||",
        replace: "ssl || mode !== '' ||",
      },
    },
  },
  'Recorded TLS traffic is decrypted, or an old cipher attacked': {
    'server/serve/tls.ts': {
      'strong-ciphers': 'ciphers,',
      'no-renegotiation': 'secureOptions: constants.SSL_OP_NO_RENEGOTIATION,',
      'tls-versions': [
        { find: 'ciphers,', replace: "ciphers: 'DEFAULT@SECLEVEL=0'," },
        { find: "minVersion: 'TLSv1.2',", replace: "minVersion: 'TLSv1'," },
      ],
    },
  },
  'Others read the private key, or the certificate expires': {
    'server/serve/tls.ts': {
      'private-key':
        'if (exposure !== undefined) throw unusable(`the TLS key ${key} cannot be used: ${exposure}`);',
      'renewed-certificate': {
        find: 'SecureServer) server.',
        replace: 'SecureServer && !context) server.',
      },
    },
  },
  'A stranger checks tokens at the internal listener': {
    'operator/internal/internal-app.ts': {
      'internal-credential': { find: "throw new Problem('token_invalid')", replace: 'void 0' },
    },
    'server/http/observe.ts': {
      'no-tokens-in-internal-log': {
        find: 'status: response.headersSent ? response.statusCode : undefined,',
        replace: `status: response.headersSent ? response.statusCode : undefined,
        body: context.body,`,
      },
    },
    'operator/internal/start-internal.ts': {
      'private-credential': { find: '0o600', replace: '0o640', test: 'operator/internal/health' },
    },
  },
  'Strangers read health and metrics': {
    'operator/run/start-server.ts': {
      'internal-paths': {
        find: 'const { passwords = createPasswords(config.passwordCost), document = loadDocument() } = options;',
        replace: `const { passwords = createPasswords(config.passwordCost), document: given = loadDocument() } = options;
  const document = { ...given, paths: { ...given.paths, '/metrics': given.paths['/v1/auth/login'] ?? {} } };`,
      },
    },
    'operator/internal/internal-app.ts': {
      'metrics-credential': { find: '=== 0', replace: '!== -1', test: 'operator/internal/health' },
    },
  },
  'Metrics reveal who uses the service': {
    'server/http/observe.ts': {
      'labels-without-requests': {
        find: `observe({
        operation: operation?.id,`,
        replace: `observe({
        operation: operation?.id ?? context.target,`,
      },
    },
  },
};
