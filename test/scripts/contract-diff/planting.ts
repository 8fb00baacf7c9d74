import { readFileSync } from 'node:fs';
import { compare } from '../../../scripts/contract-diff/compare.ts';
import type { Finding } from '../../../scripts/contract-diff/finding.ts';

/** A contract of which anything may be changed: JSON, as a test breaks it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the changes are about.
export type Document = any;

export type Edit = (document: Document) => void;

/** Today's contract. */
export const contract = (): Document => JSON.parse(readFileSync('generated/openapi.json', 'utf8'));

export const login = ({ paths }: Document) => paths['/v1/auth/login'].post;
export const generate = ({ paths }: Document) => paths['/v1/security/apikey/generate'].post;
export const revoke = ({ paths }: Document) => paths['/v1/security/apikey/{id}'].delete;
export const field = ({ components }: Document, schema: string, name: string) =>
  components.schemas[schema].properties[name];

/** What is found between today's contract, as `release` prepares it, and the same after a change. */
export function findingsOf(change: Edit, release: Edit = () => {}): readonly Finding[] {
  const released = contract();
  release(released);
  const later = structuredClone(released);
  change(later);
  return compare(released, later);
}
