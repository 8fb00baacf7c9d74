import { describe, expect, test } from 'vitest';
import { createTarget } from '../../../conformance/http/target.ts';
import type { Profile } from '../../../conformance/profile/profile.ts';
import type { RunOptions } from '../../../conformance/run/run-options.ts';
import { serviceDocumentSuite } from '../../../conformance/service-document.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import { type Behaviour, isRefusal, refuse } from '../../mutants/model/behaviour.ts';
import { correct } from '../../mutants/model/correct.ts';
import { createModel } from '../../mutants/model/create-model.ts';
import { ignoringIdempotencyKeys } from '../../mutants/mutants/idempotency.ts';
import {
  envelope,
  headers,
  http,
  onFailure,
  onSuccess,
  status,
  withKeyData,
  withLoginData,
} from '../../mutants/overrides.ts';
import { runService } from '../../mutants/run-against.ts';

async function run(
  overrides: Partial<Behaviour>,
  options: Partial<RunOptions> = {},
  profile: Partial<Profile> = {},
) {
  const model = await createModel(overrides);
  const target = createTarget({ baseUrl: model.baseUrl });
  const result = await runService(target, {
    profile: { ...modelProfile, ...profile },
    suites: [serviceDocumentSuite()],
    seed: 7,
    ...options,
  });
  target.close();
  await model.close();
  const failed = result.outcomes
    .filter(({ kind }) => kind === 'failed' || kind === 'error')
    .flatMap(({ check, reason, failures }) =>
      failures.length === 0
        ? [`${check}: ${reason}`]
        : failures.map(({ expected, got }) => `${check}: ${expected} / ${got}`),
    );
  return { ...result, failed };
}

test('a model that follows our decisions passes everything when strict', async () => {
  const { failed, stopReason, outcomes } = await run({}, { strict: true });
  expect(stopReason).toBeUndefined();
  expect(failed).toEqual([]);
  expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(30);
});

describe('passes what the interface leaves open', () => {
  const secondRevocation = (reason: 'key_not_found' | 'key_limit_reached'): Partial<Behaviour> => ({
    revoke: async (state, owner, id) => {
      const key = correct.findKey(state, owner, id);
      return key?.revokedAt === undefined ? correct.revoke(state, owner, id) : refuse(reason);
    },
  });
  const variants: Record<string, Partial<Behaviour>> = {
    'HTTP 200 for every failure': http(() => 200),
    'HTTP 200 and codes of its own': {
      ...http(() => 200),
      ...status((all, outcome) => (isRefusal(outcome) ? { ...all, code: 40_001, reason: undefined } : all)),
    },
    '422 where we return 400': {
      ...http((code) => (code === 400 ? 422 : code)),
      ...status((all) => (all.code === 400 ? { ...all, code: 422 } : all)),
    },
    'no usage': onSuccess(({ usage: _, ...rest }) => rest),
    'usage on failures too': onFailure((all) => ({ ...all, usage: { latency_ms: 1 } })),
    'more fields everywhere': envelope((all) => ({
      ...all,
      extra: 1,
      status: { ...Object(all.status), extra: [] },
    })),
    'an output': onSuccess((all) => ({ ...all, output: { a: 1 } })),
    'other messages': onFailure((all) => ({
      ...all,
      status: { ...Object(all.status), message: 'Nein', reason: 'other' },
    })),
    'data on failures': onFailure((all) => ({ ...all, data: { hint: 'no' } })),
    'another id name': withKeyData(({ id, ...rest }) => ({ ...rest, key_id: id })),
    'another key format': withKeyData((data) => ({ ...data, created_at: 5, key_prefix: undefined })),
    'a login result without extras': withLoginData(({ expires_in: _e, token_type: _t, ...rest }) => rest),
    'trace ids in another format': { traceId: () => `req-${Math.random()}` },
    'no headers of ours': headers(() => ({
      'Cache-Control': undefined,
      'X-Content-Type-Options': undefined,
      'Content-Type': 'application/json',
    })),
    'no challenge': headers(() => ({ 'WWW-Authenticate': undefined })),
    'a description is required': {
      checkGenerate: (value) => {
        const body = correct.checkGenerate(value);
        return 'reason' in body || body.description !== undefined ? body : refuse('validation_failed');
      },
    },
    'short descriptions only': {
      checkGenerate: (value) => {
        const body = correct.checkGenerate(value);
        return 'reason' in body || (body.description ?? '').length < 40 ? body : refuse('validation_failed');
      },
    },
    'a password is always required': {
      checkLogin: (value) => {
        const body = correct.checkLogin(value);
        return 'reason' in body || body.password !== undefined ? body : refuse('validation_failed');
      },
    },
    'ignores unknown fields': {
      checkGenerate: (value) => correct.checkGenerate({ description: Object(value).description }),
    },
    'a second revocation is 404': secondRevocation('key_not_found'),
    'a second revocation is 409': secondRevocation('key_limit_reached'),
    'one session per user': {
      openSession: (state, account) => {
        for (const [token, session] of state.sessions)
          if (session.owner === account) state.sessions.delete(token);
        return correct.openSession(state, account);
      },
    },
  };
  test.each(Object.entries(variants))('%s', async (_name, overrides) => {
    const { failed, stopReason } = await run(overrides);
    expect(stopReason).toBeUndefined();
    expect(failed).toEqual([]);
  });
});

test('accepts reasons and messages that the contract does not know, also when strict', async () => {
  const { failed } = await run(
    onFailure((all) => ({
      ...all,
      status: { ...Object(all.status), message: 'Nein', reason: 'a_reason_of_its_own' },
    })),
    { strict: true },
  );
  expect(failed).toEqual([]);
});

describe('reports another decision as one that differs', () => {
  const other: Record<string, [Partial<Behaviour>, string]> = {
    'a body is required': [
      {
        readBody: (state, request, route) =>
          request.body.length === 0 ? refuse('malformed_request') : correct.readBody(state, request, route),
      },
      'document/no-body/generateApiKey',
    ],
    'failures without a reason': [
      onFailure((all) => ({ ...all, status: { ...Object(all.status), reason: undefined } })),
      'document/response-schema',
    ],
  };
  test.each(Object.entries(other))('%s', async (_name, [overrides, check]) => {
    const { failed, outcomes } = await run(overrides);
    expect(failed).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'differs').map((one) => one.check)).toContain(check);
  });
});

test('sends passwords of every length that the contract allows', async () => {
  const { outcomes } = await run({
    checkLogin: (value) => {
      const body = correct.checkLogin(value);
      return isRefusal(body) || (body.password ?? '').length < 100 ? body : refuse('validation_failed');
    },
  });
  const outcome = outcomes.find(({ check }) => check === 'document/valid-body/login');
  expect(outcome?.failures.map(({ key }) => key)).toEqual(['/password maxLength']);
});

test('leaves a server that ignores Idempotency-Key to the check of that header', async () => {
  const { outcomes } = await run(ignoringIdempotencyKeys);
  expect(outcomes.filter(({ kind }) => kind === 'differs')).toEqual([]);
});

describe('fails what breaks the interface', () => {
  const broken: Record<string, [Partial<Behaviour>, string]> = {
    'a code that is a string': [status((all) => ({ ...all, code: String(all.code) })), 'response-schema'],
    'no envelope': [onSuccess(({ data }) => Object(data)), 'response-schema'],
    'another message on success': [
      onSuccess((all) => ({ ...all, status: { ...Object(all.status), message: 'Fine' } })),
      'response-schema',
    ],
  };
  test.each(Object.entries(broken))('%s', async (_name, [overrides, rule]) => {
    const { failed } = await run(overrides);
    expect(failed.join('\n')).toContain(`document/${rule}`);
  });
});
