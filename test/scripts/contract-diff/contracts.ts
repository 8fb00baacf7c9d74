import { readFileSync } from 'node:fs';
import type { Finding, Rating } from '../../../conformance/engine/diff/finding.ts';
import { compareContracts } from '../../../scripts/contract-diff/contract-rules.ts';

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

export const password = (document: Document) => field(document, 'LoginRequest', 'password');
export const nickname = (document: Document) => field(document, 'LoginResult', 'nickname');

/** Sets fields of a place in the document, or removes those that are undefined. */
export const put =
  (place: (document: Document) => Document, values: object): Edit =>
  (document) => {
    const at = place(document);
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete at[name];
      else at[name] = value;
  };

/** What is found between today's contract, as `release` prepares it, and the same after a change. */
export function findingsOf(change: Edit, release: Edit = () => {}): readonly Finding[] {
  const released = contract();
  release(released);
  const later = structuredClone(released);
  change(later);
  return compareContracts(released, later);
}

export type Verdict = readonly [Rating['clients'], Rating['servers']];

export const breaksBoth: Verdict = ['breaking', 'must follow'];
export const breaksClients: Verdict = ['breaking', 'none'];
export const serversFollow: Verdict = ['compatible', 'must follow'];
export const compatible: Verdict = ['compatible', 'none'];
export const editorial: Verdict = ['none', 'none'];

/** A contract with one operation that has everything once. */
const small = (): Document => ({
  openapi: '3.1.1',
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/keys/{id}': {
      post: {
        parameters: [{ name: 'X-Old', in: 'header', schema: {} }],
        requestBody: { content: { 'application/json': { schema: {} } } },
        responses: {
          200: {
            headers: { 'X-Old': { schema: {} } },
            content: { 'application/json': { schema: {} } },
          },
        },
      },
    },
  },
});
export const operation = ({ paths }: Document) => paths['/keys/{id}'].post;
/** The marks of an element that ends. */
export const ending = { deprecated: true, 'x-deprecation': { sunset: '2028-01-01' } };
export const success = (document: Document) => operation(document).responses['200'];

/** How everything that is found between two variants of the small contract is rated, the worst first. */
export function verdictsOf(release: Edit, change: Edit): readonly Verdict[] {
  const [before, after] = [small(), small()];
  release(before);
  change(after);
  return compareContracts(before, after).map(({ clients, servers }) => [clients, servers]);
}
