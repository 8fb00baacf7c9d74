import { compare } from '../../../scripts/contract-diff/compare.ts';
import type { Rating } from '../../../scripts/contract-diff/finding.ts';
import type { Document, Edit } from './planting.ts';

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
          200: { headers: { 'X-Old': { schema: {} } }, content: { 'application/json': { schema: {} } } },
        },
      },
    },
  },
});
export const operation = ({ paths }: Document) => paths['/keys/{id}'].post;
export const success = (document: Document) => operation(document).responses['200'];

/** How everything that is found between two variants of the small contract is rated, the worst first. */
export function verdictsOf(release: Edit, change: Edit): readonly Verdict[] {
  const [before, after] = [small(), small()];
  release(before);
  change(after);
  return compare(before, after).map(({ clients, servers }) => [clients, servers]);
}
