import { isRefusal, type ModelRequest, refuse, type State } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { withReply } from '../overrides.ts';

const withPath = (state: State, request: ModelRequest, path: string, method = request.method) =>
  correct.route(state, { ...request, path, method });

export const pathMutants: readonly Mutant[] = [
  ...mutants({
    'paths/unknown-path-is-404: returns 401 for an unknown path': {
      route: (state, request) => {
        const route = correct.route(state, request);
        return isRefusal(route) && route.reason === 'not_found' ? refuse('token_missing') : route;
      },
    },
    'paths/operations-are-under-v1: generates keys under /v2': {
      route: (state, request) =>
        withPath(
          state,
          request,
          request.path.replace('/v1/security/apikey/generate', '/nothing').replace('/v2/', '/v1/'),
        ),
    },
    'paths/only-under-v1: serves operations without a version': {
      route: (state, request) =>
        withPath(state, request, request.path.replace(/^\/security/, '/v1/security')),
    },
    'paths/other-spellings-are-rejected: matches paths in any case': {
      route: (state, request) =>
        /generate$/i.test(request.path)
          ? withPath(state, request, request.path.toLowerCase())
          : correct.route(state, request),
    },
    'paths/other-spellings-are-rejected: ignores a slash at the end': {
      route: (state, request) => withPath(state, request, request.path.replace(/\/$/, '')),
    },
    'paths/encoded-letters-are-decoded: does not decode encoded letters': {
      route: (state, request) =>
        request.path.includes('%73') ? refuse('not_found') : correct.route(state, request),
    },
    'paths/malformed-encoding-is-rejected: fails for a malformed percent-encoding': {
      route: (state, request) => {
        const route = correct.route(state, request);
        return isRefusal(route) && route.reason === 'malformed_request' ? refuse('internal_error') : route;
      },
    },
    'paths/unusual-ids-are-404: returns 400 for an id in another format': {
      revoke: async (state, owner, id) =>
        /^[\w-]+$/.test(id) ? correct.revoke(state, owner, id) : refuse('validation_failed'),
    },
    'paths/generate-is-not-an-id: looks for a key with the id generate': {
      route: (state, request) =>
        request.method === 'DELETE' && request.path === '/v1/security/apikey/generate'
          ? { operation: 'revoke', id: 'generate' }
          : correct.route(state, request),
    },
    'paths/absolute-form-is-accepted: rejects the absolute form': {
      route: (state, request) =>
        request.target.startsWith('/') ? correct.route(state, request) : refuse('not_found'),
    },
    'paths/wrong-method-is-405: returns 404 for a wrong method': {
      route: (state, request) => {
        const route = correct.route(state, request);
        return isRefusal(route) && route.reason === 'method_not_allowed' ? refuse('not_found') : route;
      },
    },
    'paths/405-names-the-right-method: allows GET in a 405 response to GET': {
      route: (state, request) => {
        const route = correct.route(state, request);
        if (!isRefusal(route) || route.reason !== 'method_not_allowed') return route;
        return refuse('method_not_allowed', { Allow: 'GET, PUT' });
      },
    },
    'paths/head-is-405: returns 404 for HEAD': withReply((reply, _outcome, request) =>
      request?.method === 'HEAD' ? { ...reply, status: 404 } : reply,
    ),
    // Node rejects unknown methods.
    'paths/unknown-method-is-rejected: reads any method as POST': {
      proxy: (text) => text.replace(/^(?:BREW|post|POSTS) /, 'POST '),
    },
    'paths/method-override-is-ignored: lets a header override the method': {
      route: (state, request) =>
        withPath(state, request, request.path, request.header('x-http-method-override') ?? request.method),
    },
    'paths/credentials-in-the-query-are-rejected: reads a login from the query': {
      respond: async (state, request) => {
        const { identity, password } = Object.fromEntries(new URLSearchParams(request.query));
        if (identity === undefined || password === undefined) return correct.respond(state, request);
        return state.behaviour.login(state, { identity, password });
      },
    },
  }),
];
