import { readFileSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';
import { everyObject } from '../walk.js';

/**
 * # decisions-have-sections
 *
 * **What.** Every `x-decision: <slug>` (or list of slugs), wherever it is, has a section `## <slug>` in
 * `docs/explanation/decisions.md` next to the contract's folder, and every such section is marked somewhere in the contract.
 *
 * **Why.** The mark distinguishes what we decided from what the source shows. A mark without a section
 * gives no reasons; a section without a mark describes something the contract no longer says.
 *
 * **Fix.** Write the section, correct the slug, or delete the section together with what it was about.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const decisionsHaveSections = () => ({
  Root: {
    enter(root, { location, resolve, report }) {
      const file = resolvePath(dirname(location.source.absoluteRef), '../docs/explanation/decisions.md');
      const sections = sectionsOf(file);
      const marked = new Set();
      for (const { node, location: place } of everyObject({ node: root, location }, resolve)) {
        if (!Object.hasOwn(node, 'x-decision')) continue;
        for (const slug of [node['x-decision']].flat()) {
          marked.add(slug);
          if (!sections.has(slug))
            report({
              message: `Decision \`${slug}\` has no section in docs/explanation/decisions.md.`,
              location: place.child('x-decision'),
            });
        }
      }
      for (const slug of sections)
        if (!marked.has(slug))
          report({
            message: `Section \`${slug}\` of docs/explanation/decisions.md has no mark in the contract.`,
            location,
          });
    },
  },
});

/** @param {string} file @returns {Set<string>} the slugs of its sections; none when there is no such file */
function sectionsOf(file) {
  try {
    const headings = readFileSync(file, 'utf8').matchAll(/^## (.+?)\s*$/gm);
    return new Set([...headings].map(([, slug]) => String(slug)));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return new Set();
    throw cause;
  }
}
