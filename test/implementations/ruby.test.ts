import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'ruby',
  source: 'server.rb',
  start: ['ruby', 'server.rb'],
  requires: {
    probe: ['ruby', '-e', 'require "sinatra/base"; require "puma"'],
    install: 'apt-get install ruby-sinatra puma',
  },
  defects: {
    safety: {
      name: 'returns 500 for invalid JSON',
      check: 'responses/no-server-error',
      with: ['bodies/malformed-json'],
      find: 'rescue JSON::ParserError, EncodingError',
      replace: 'rescue EncodingError',
    },
    shown: {
      name: 'returns the same trace id for every request',
      check: 'trace/ids-differ',
      with: ['login/returns-a-token'],
      find: 'trace_id: SecureRandom.hex(16)',
      replace: "trace_id: 'f' * 32",
    },
    standard: {
      name: 'sends a challenge of another scheme',
      check: 'headers/bearer-challenge',
      with: ['tokens/generate-requires-a-token'],
      find: 'Bearer realm="account"#{error}',
      replace: 'Token realm="account"#{error}',
    },
    wire: {
      name: 'rejects a request target in absolute form',
      check: 'paths/absolute-form-is-accepted',
      find: '    owner = caller_account\n    description, =',
      replace:
        "    raise Sinatra::NotFound if request.env['REQUEST_URI'].start_with?('http')\n    owner = caller_account\n    description, =",
    },
    decided: {
      name: 'sends a cookie',
      check: 'headers/no-cookies',
      with: ['login/returns-a-token'],
      find: "'X-Content-Type-Options' => 'nosniff'",
      replace: "'X-Content-Type-Options' => 'nosniff', 'Set-Cookie' => 'session=1'",
    },
  },
});
