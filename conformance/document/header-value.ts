import { isTree } from './model/pointer.ts';
import type { Schema } from './schema/decisions.ts';

/** The text of a header or parameter as the value its schema speaks of (style `simple`). */
export function parseHeader(text: string, schema: Schema): unknown {
  if (!isTree(schema)) return text;
  const types = [schema.type].flat();
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (!types.includes('array')) return text;
  const items = isTree(schema.items) ? schema.items : {};
  return text === '' ? [] : text.split(',').map((item) => parseHeader(item.trim(), items));
}
