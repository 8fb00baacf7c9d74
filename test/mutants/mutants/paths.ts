import type { World } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';

const withPath = (world: World, request: ModelRequest, path: string, method = request.method) =>
  correct.route(world, { ...request, path, method });

export const pathMutants: readonly Mutant[] = [
  {
    name: 'returns 401 for an unknown path',
    killedBy: 'paths/unknown-path-is-404',
    overrides: {
      route: (world, request) => {
        const route = correct.route(world, request);
        return isRefusal(route) && route.reason === 'not_found' ? refuse('token_missing') : route;
      },
    },
  },
  {
    name: 'generates keys under /v2',
    killedBy: 'paths/operations-are-under-v1',
    overrides: {
      route: (world, request) =>
        withPath(
          world,
          request,
          request.path.replace('/v1/security/apikey/generate', '/nothing').replace('/v2/', '/v1/'),
        ),
    },
  },
  {
    name: 'serves operations without a version',
    killedBy: 'paths/only-under-v1',
    overrides: {
      route: (world, request) =>
        withPath(world, request, request.path.replace(/^\/security/, '/v1/security')),
    },
  },
  {
    name: 'matches paths in any case',
    killedBy: 'paths/other-spellings-are-rejected',
    overrides: {
      route: (world, request) =>
        /generate$/i.test(request.path)
          ? withPath(world, request, request.path.toLowerCase())
          : correct.route(world, request),
    },
  },
  {
    name: 'ignores a slash at the end',
    killedBy: 'paths/other-spellings-are-rejected',
    overrides: { route: (world, request) => withPath(world, request, request.path.replace(/\/$/, '')) },
  },
  {
    name: 'does not decode encoded letters',
    killedBy: 'paths/encoded-letters-are-decoded',
    overrides: {
      route: (world, request) =>
        request.path.includes('%73') ? refuse('not_found') : correct.route(world, request),
    },
  },
  {
    name: 'fails for a malformed percent-encoding',
    killedBy: 'paths/malformed-encoding-is-rejected',
    overrides: {
      route: (world, request) => {
        const route = correct.route(world, request);
        return isRefusal(route) && route.reason === 'malformed_request' ? refuse('internal_error') : route;
      },
    },
  },
  {
    name: 'returns 400 for an id in another format',
    killedBy: 'paths/unusual-ids-are-404',
    overrides: {
      revoke: async (world, owner, id) =>
        /^[\w-]+$/.test(id) ? correct.revoke(world, owner, id) : refuse('validation_failed'),
    },
  },
  {
    name: 'looks for a key with the id generate',
    killedBy: 'paths/generate-is-not-an-id',
    overrides: {
      route: (world, request) =>
        request.method === 'DELETE' && request.path === '/v1/security/apikey/generate'
          ? { operation: 'revoke', id: 'generate' }
          : correct.route(world, request),
    },
  },
  {
    name: 'rejects the absolute form',
    killedBy: 'paths/absolute-form-is-accepted',
    overrides: {
      route: (world, request) =>
        request.target.startsWith('/') ? correct.route(world, request) : refuse('not_found'),
    },
  },
  {
    name: 'returns 404 for a wrong method',
    killedBy: 'paths/wrong-method-is-405',
    overrides: {
      route: (world, request) => {
        const route = correct.route(world, request);
        return isRefusal(route) && route.reason === 'method_not_allowed' ? refuse('not_found') : route;
      },
    },
  },
  {
    name: 'allows GET in a 405 response to GET',
    killedBy: 'paths/405-names-the-right-method',
    overrides: {
      route: (world, request) => {
        const route = correct.route(world, request);
        if (!isRefusal(route) || route.reason !== 'method_not_allowed') return route;
        return refuse('method_not_allowed', { Allow: 'GET, PUT' });
      },
    },
  },
  {
    name: 'returns 404 for HEAD',
    killedBy: 'paths/head-is-405',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        return request?.method === 'HEAD' ? { ...reply, status: 404 } : reply;
      },
    },
  },
  {
    name: 'reads any method as POST',
    killedBy: 'paths/unknown-method-is-rejected',
    // Node rejects unknown methods.
    overrides: { proxy: (text) => text.replace(/^(?:BREW|post|POSTS) /, 'POST ') },
  },
  {
    name: 'lets a header override the method',
    killedBy: 'paths/method-override-is-ignored',
    overrides: {
      route: (world, request) =>
        withPath(world, request, request.path, request.header('x-http-method-override') ?? request.method),
    },
  },
  {
    name: 'reads a login from the query',
    killedBy: 'paths/credentials-in-the-query-are-rejected',
    overrides: {
      respond: async (world, request) => {
        const { identity, password } = Object.fromEntries(new URLSearchParams(request.query));
        if (identity === undefined || password === undefined) return correct.respond(world, request);
        return world.behaviour.login(world, { identity, password });
      },
    },
  },
];
