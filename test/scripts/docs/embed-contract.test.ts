import { expect, test } from 'vitest';
import { reasons } from '../../../generated/contract.ts';
import document from '../../../generated/openapi.json' with { type: 'json' };
import type { Document } from '../../../scripts/contract/document.ts';
import { embedContract } from '../../../scripts/docs/console/embed-contract.ts';

// The bundle, as the docs read it.
const contract = document as unknown as Document;

test('the console reads from the contract what is secret, and in which format', () => {
  const { secretNames, secretPatterns } = embedContract(contract);
  expect(secretNames.toSorted()).toEqual(['access_token', 'api_key', 'otp', 'password']);
  expect(secretPatterns.toSorted()).toEqual(['aak_[0-9A-Za-z]{49}', 'aat_[0-9A-Za-z]{49}']);
});

test('the console has advice for each reason, and no other', () => {
  const { advice } = embedContract(contract);
  expect(Object.keys(advice).toSorted()).toEqual(reasons.toSorted());
  // They share a row of the table.
  expect(advice.uri_too_long).toBe(advice.headers_too_large);
  expect(advice.otp_required).toContain('`otp`');
});

test('the console reads the responses of each operation, with their causes', () => {
  const { responses } = embedContract(contract);
  expect(responses.revokeApiKey).toContainEqual({
    code: 404,
    name: 'key_not_found',
    summary: "None of the caller's keys has this id.",
  });
  expect(responses.login.map(({ name }) => name)).not.toContain('key_not_found');
});

test('rejects a contract without advice for a reason', () => {
  const silent = { ...contract, info: { ...contract.info, description: '' } };
  expect(() => embedContract(silent)).toThrow(/does not say what to do about malformed_request/);
});

test('rejects a contract that marks nothing as secret', () => {
  const { schemas: _, ...components } = contract.components ?? {};
  expect(() => embedContract({ ...contract, components })).toThrow('marks nothing as secret');
});
