import { readFileSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';
import { additionsOf, envelopeWith, factsOf, isMarked, unmarked } from '../source-fields.js';
import { elements, envelopesOf, everyObject, field, fields, jsonOf, responsesOf } from '../walk.js';

/**
 * # additions-are-marked
 *
 * **What.** Whatever the contract says beyond its source has an `x-decision` of its own: every keyword on a field of the
 * source that `source-fields.json` does not show (`pattern`, `minLength`, `enum`, another `type`, a further `required`),
 * and every further field, parameter, header, response and operation. A mark is for the element that it is on. Keywords
 * that say something of an element from outside, such as `allOf`, are not allowed on what the source shows, marked or not.
 *
 * **Why.** A server that follows the source may send a value that the new keyword rejects. Without a mark, readers and
 * the contract tests take our decision for the source's.
 *
 * **Fix.** Delete the keyword, or mark the element and explain the decision in `docs/explanation/decisions.md`.
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @typedef {import('../source-fields.js').Addition} Addition
 * @type {import('../redocly.d.ts').Rule}
 */
export const additionsAreMarked = () => ({
  Paths: {
    enter(paths, { location, resolve, report }) {
      const seen = new Set();
      for (const path of fields({ node: paths, location }, resolve))
        for (const operation of fields(path, resolve).filter(({ key }) => METHODS.includes(key)))
          for (const { what, fix, location: place } of additionsOfOperation(path, operation, resolve)) {
            const message = `Not in the source: ${what}; ${fix}.`;
            if (seen.has(message + place.absolutePointer)) continue;
            seen.add(message + place.absolutePointer);
            report({ message, location: place });
          }
    },
  },
});

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param {Placed & { key: string }} path @param {Placed & { key: string }} operation @param {Resolve} resolve
 * @returns {Addition[]}
 */
function additionsOfOperation(path, operation, resolve) {
  const name = `${operation.key} ${path.key}`;
  const facts = factsOf(name);
  // All of an operation of ours is a decision, so one mark is enough.
  if (facts === undefined) return unmarked(`the operation ${name}`, operation);
  const parameters = [path, operation].flatMap((owner) =>
    elements(field(owner, resolve, 'parameters'), resolve),
  );
  return [
    ...parameters.flatMap((parameter) => additionsOfParameter(parameter, facts, resolve)),
    ...additionsOfRequest(operation, facts.request, resolve),
    ...responsesOf(operation, resolve).flatMap((response) => additionsOfResponse(response, facts, resolve)),
  ];
}

/**
 * @param {Placed} parameter @param {import('../source-fields.js').OperationFacts} facts
 * @param {Resolve} resolve @returns {Addition[]}
 */
function additionsOfParameter(parameter, facts, resolve) {
  const { name } = parameter.node;
  const fact = facts.parameters[name];
  const schema = field(parameter, resolve, 'schema');
  if (fact === undefined) return unmarked(`the parameter \`${name}\``, parameter);
  return schema === undefined ? [] : additionsOf(schema, fact, false, resolve, name);
}

/**
 * @param {Placed} operation @param {import('../source-fields.js').Fact | undefined} fact @param {Resolve} resolve
 * @returns {Addition[]}
 */
function additionsOfRequest(operation, fact, resolve) {
  const body = field(operation, resolve, 'requestBody');
  if (body === undefined) return [];
  if (fact === undefined) return unmarked('the request body', body);
  const schema = field(jsonOf(body, resolve), resolve, 'schema');
  const requires = body.node.required === true && fact.required !== true;
  return [
    ...(requires ? unmarked('that the body is required', body) : []),
    ...(schema === undefined ? [] : additionsOf(schema, fact, false, resolve)),
  ];
}

/**
 * @param {import('../walk.js').Response} response
 * @param {import('../source-fields.js').OperationFacts} facts @param {Resolve} resolve
 * @returns {Addition[]}
 */
function additionsOfResponse(response, facts, resolve) {
  const success = response.status === '200';
  const fact = envelopeWith(success ? facts.result : undefined);
  const headers = isMarked(response) ? [] : fields(field(response, resolve, 'headers'), resolve);
  return [
    ...(success ? [] : unmarked(`the response ${response.status}`, response)),
    ...headers.flatMap((header) => unmarked(`the header \`${header.key}\``, header)),
    ...envelopesOf(response, resolve).flatMap((envelope) => additionsOf(envelope, fact, success, resolve)),
  ];
}

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
