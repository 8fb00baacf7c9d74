import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prism, startPrism } from '../support/command/prism.ts';
import { contractErrors } from '../support/http/contract-errors.ts';
import { isInstalled } from '../support/is-installed.ts';
import { createDocumentedResponses } from './documented.ts';

const contract = fileURLToPath(new URL('../../generated/openapi.yaml', import.meta.url));

describe.runIf(isInstalled('bench'))('Prism on the contract', () => {
  let prism: Prism;
  beforeAll(async () => {
    prism = await startPrism(contract);
  });
  afterAll(() => prism?.stop());

  test.each(createDocumentedResponses())('$operation returns $code $example', async (documented) => {
    const { method, target, hasBody, code, example, value } = documented;
    const response = await fetch(prism.url + target, {
      method,
      headers: {
        Prefer: `code=${code}, example=${example}`,
        Authorization: 'Bearer a-token',
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      ...(hasBody && { body: target.endsWith('login') ? '{"identity":"a@example.com"}' : '{}' }),
    });
    expect(response.status).toBe(code);
    const json = await response.json();
    expect(json).toEqual(value);
    const header = (name: string) => response.headers.get(name) ?? undefined;
    expect(contractErrors({ method, target }, { status: code, json, header })).toEqual([]);
  });
});
