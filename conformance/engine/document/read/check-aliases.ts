import { type Alias, type Document, isAlias, isCollection, isNode, isPair, type Node } from 'yaml';
import { documentLimits } from '../../bounded/limits.ts';
import { DocumentError } from '../model/api-document.ts';

/**
 * An alias may be used as often as its author likes. What counts is how many values there are when each alias is replaced by
 * what it stands for.
 * @throws DocumentError for an alias inside of what it stands for, for more values than a document has, and for more aliases than
 * the parser can replace
 */
export function checkAliases(document: Document, name: string): void {
  const sizes = new Map<Node, number>();
  const open = new Set<Node>();
  // In the order of the document, so that an alias means the last anchor of its name before it.
  const anchors = new Map<string, Node>();
  let named = 0;

  const count = () => {
    named += 1;
    if (named > documentLimits.aliases)
      throw new DocumentError(
        `${name} has more than ${documentLimits.aliases} anchors and aliases`,
      );
  };

  const sizeOf = (node: unknown): number => {
    if (isNode(node) && !isAlias(node) && node.anchor !== undefined) {
      count();
      anchors.set(node.anchor, node);
    }
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value);
    if (isAlias(node)) return sizeOf(targetOf(node));
    if (!isCollection(node)) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (open.has(node))
      throw new DocumentError(`${name} has an alias inside the value that it refers to`);
    open.add(node);
    const size = node.items.reduce((sum: number, item) => sum + sizeOf(item), 1);
    open.delete(node);
    sizes.set(node, size);
    return size;
  };

  const targetOf = (alias: Alias): Node => {
    count();
    const target = anchors.get(alias.source);
    if (target === undefined) throw new DocumentError(`${name} has no anchor &${alias.source}`);
    return target;
  };

  if (sizeOf(document.contents) > documentLimits.values)
    throw new DocumentError(
      `${name} has more than ${documentLimits.values} values when its aliases are replaced`,
    );
}
