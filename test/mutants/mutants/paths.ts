import type { ModelRequest } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants, Server } from '../mutant.ts';
import { failedWith, headers, rejecting, renaming, withReply } from '../overrides.ts';

/** Finds the operation of a request as if it had another path or method. */
const routing = (change: (request: ModelRequest) => Partial<ModelRequest>): Server => ({
  route: (state, request) => correct.route(state, { ...request, ...change(request) }),
});

export const pathMutants: Mutants = {
  'paths/unknown-path-is-404: returns 401 for an unknown path': renaming({
    not_found: 'token_missing',
  }),
  'paths/operations-are-under-v1: generates keys under /v2': routing(({ path }) => ({
    path: path.replace('/v1/security/apikey/generate', '/nothing').replace('/v2/', '/v1/'),
  })),
  'paths/only-under-v1: serves operations without a version': routing(({ path }) => ({
    path: path.replace(/^\/security/, '/v1/security'),
  })),
  'paths/other-spellings-are-rejected: matches paths in any case': routing(({ path }) =>
    /generate$/i.test(path) ? { path: path.toLowerCase() } : {},
  ),
  'paths/other-spellings-are-rejected: ignores a slash at the end': routing(({ path }) => ({
    path: path.replace(/\/$/, ''),
  })),
  'paths/encoded-letters-are-decoded: does not decode encoded letters': rejecting(
    ({ path }) => path.includes('%73'),
    'not_found',
  ),
  'paths/malformed-encoding-is-rejected: fails for a malformed percent-encoding': renaming({
    malformed_request: 'internal_error',
  }),
  'paths/unusual-ids-are-404: returns 400 for an id in another format': {
    revoke: async (state, owner, id) =>
      /^[\w-]+$/.test(id) ? correct.revoke(state, owner, id) : { reason: 'validation_failed' },
  },
  'paths/generate-is-not-an-id: looks for a key with the id generate': {
    route: (state, request) =>
      request.method === 'DELETE' && request.path === '/v1/security/apikey/generate'
        ? { operation: 'revoke', id: 'generate' }
        : correct.route(state, request),
  },
  'paths/absolute-form-is-accepted: rejects the absolute form': rejecting(
    ({ target }) => !target.startsWith('/'),
    'not_found',
  ),
  'paths/wrong-method-is-405: returns 404 for a wrong method': renaming({
    method_not_allowed: 'not_found',
  }),
  'paths/405-names-the-right-method: allows GET in a 405 response to GET': headers(
    { Allow: 'GET, PUT' },
    failedWith('method_not_allowed'),
  ),
  'paths/head-is-405: returns 404 for HEAD': withReply(
    { status: 404 },
    (_outcome, request) => request?.method === 'HEAD',
  ),
  // Node rejects unknown methods.
  'paths/unknown-method-is-rejected: reads any method as POST': {
    proxy: (text) => text.replace(/^(?:BREW|post|POSTS) /, 'POST '),
  },
  'paths/method-override-is-ignored: lets a header override the method': routing(
    ({ method, header }) => ({
      method: header('x-http-method-override') ?? method,
    }),
  ),
  'paths/credentials-in-the-query-are-rejected: reads a login from the query': {
    respond: async (state, request) => {
      const { identity, password } = Object.fromEntries(new URLSearchParams(request.query));
      if (identity === undefined || password === undefined) return correct.respond(state, request);
      return state.behaviour.login(state, { identity, password });
    },
  },
};
