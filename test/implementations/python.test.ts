import { testImplementation } from './test-implementation.ts';

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
