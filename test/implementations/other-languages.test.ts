import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'go',
  source: 'operations.go',
  build: ['go', 'build', '-o', 'server', 'main.go', 'operations.go', 'totp.go'],
  start: ['./server'],
  requires: { probe: ['go', 'version'], install: 'apt-get install golang-go' },
  defects: {
    safety: {
      name: "revokes another user's key",
      check: 'revocation/another-user-is-rejected',
      find: 'found.owner != owner',
      replace: 'owner == nil',
    },
    shown: {
      name: 'returns the note as an array',
      check: 'keys/note-is-a-string',
      with: ['keys/returns-a-key'],
      find: '"note": note',
      replace: '"note": []string{note}',
    },
    standard: {
      name: 'accepts "Bearer" in one letter case only',
      check: 'authorization/scheme-ignores-case',
      find: '!strings.EqualFold(scheme, "Bearer")',
      replace: 'scheme != "Bearer"',
    },
    wire: {
      name: 'rejects Expect: 100-continue',
      check: 'bodies/expect-100-continue',
      find: '	var body struct{ Description string }',
      replace: `	if r.Header.Get("Expect") != "" {
		return nil, fail(417, "expectation_failed", "send no Expect")
	}
	var body struct{ Description string }`,
    },
    decided: {
      name: 'returns 403 for an unknown id',
      check: 'revocation/unknown-id-is-404',
      find: 'fail(404, "key_not_found"',
      replace: 'fail(403, "key_not_found"',
    },
  },
});

testImplementation({
  name: 'python',
  source: 'server.py',
  // Debian's Python, which has Debian's packages. Another Python may come first in PATH.
  start: ['/usr/bin/python3', 'server.py'],
  requires: {
    probe: ['/usr/bin/python3', '-c', 'import fastapi, uvicorn'],
    install: 'apt-get install python3-fastapi uvicorn',
  },
  defects: {
    safety: {
      name: 'repeats the body in a validation error',
      check: 'secrets/credentials-are-not-echoed',
      with: ['bodies/unknown-field-in-login'],
      find: '"The request is invalid", data=data',
      replace: 'f"Invalid: {invalid.body}", data=data',
    },
    shown: {
      name: 'returns `mfa_enabled` false for every account',
      check: 'mfa/mfa-enabled-is-true',
      find: '"mfa_enabled": bool(account.totp_secret)',
      replace: '"mfa_enabled": False',
    },
    standard: {
      name: 'sends no challenge for a missing token',
      check: 'tokens/401-has-a-challenge',
      find: '"An access token is required", {"WWW-Authenticate": challenge}',
      replace: '"An access token is required"',
    },
    wire: {
      name: 'rejects a chunked body',
      check: 'bodies/chunked-body',
      find: 'app.router.redirect_slashes = False\n',
      replace: `app.router.redirect_slashes = False

@app.middleware("http")
async def require_length(request, operation):
    if "transfer-encoding" in request.headers:
        return respond(411, "Send Content-Length", reason="length_required")
    return await operation(request)
`,
    },
    decided: {
      name: 'ignores unknown fields',
      check: 'bodies/unknown-field-in-login',
      find: 'extra=Extra.forbid',
      replace: 'extra=Extra.ignore',
    },
  },
});

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
