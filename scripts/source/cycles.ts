import type { ImportGraph } from './imports.ts';

/**
 * Groups of files that import one another, directly or through others, sorted. Imports of types and lazy imports count:
 * to understand one of the files, you must read them all.
 */
export function importCycles(graph: ImportGraph): readonly (readonly string[])[] {
  // Tarjan's strongly connected components.
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: (readonly string[])[] = [];
  const visit = (file: string): number => {
    let low = order.size;
    order.set(file, low);
    stack.push(file);
    for (const { to } of graph.get(file) ?? []) {
      if (!graph.has(to)) continue;
      if (to === file) cycles.push([file]);
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.sort();
}
