import { parseDocument } from 'yaml';
import { keepDigits, mayHaveDigits, parseJson } from '../../bounded/digits.ts';
import { documentLimits } from '../../bounded/limits.ts';
import { DocumentError, holdsData } from '../model/api-document.ts';
import { checkAliases } from './check-aliases.ts';

/** @throws DocumentError that says in one line why a text cannot be read. */
export function parseYamlOrJson(text: string, name: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
  const value = parse(content, name);
  checkDepth(value, name);
  if (!mayHaveDigits(content)) return value;
  return keepDigits(isJson(content) ? parseJson(content) : value, hasExactNumbers);
}

/** Data, and the keywords of schemas that limit numbers. */
function hasExactNumbers(key: string, value: unknown): boolean {
  return holdsData(key, value) || /^(minimum|maximum|exclusiveM(in|ax)imum|multipleOf)$/.test(key);
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}

function parse(content: string, name: string): unknown {
  // The YAML parser reads JSON too, but takes 20 times as long.
  if (/^\s*[[{]/.test(content)) {
    try {
      return JSON.parse(content);
    } catch {
      // YAML that starts with a bracket, or an error that the YAML parser locates.
    }
  }
  if (/^\s*<(!doctype|html|\?xml)/i.test(content))
    throw new DocumentError(`${name} is HTML or XML, not an OpenAPI document in YAML or JSON`);
  try {
    return parseYaml(content, name);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    if (cause instanceof RangeError) throw tooDeep(name);
    const why = cause instanceof Error ? cause.message : cause;
    throw new DocumentError(`${name} cannot be read: ${why}`, { cause });
  }
}

function parseYaml(content: string, name: string): unknown {
  if (content.length > documentLimits.yamlBytes)
    throw new DocumentError(
      `${name} has more than ${documentLimits.yamlBytes} characters of YAML, which needs too much memory; convert it to JSON`,
    );
  const intAsBigInt = mayHaveDigits(content);
  const parsed = parseDocument(content, { prettyErrors: false, merge: true, intAsBigInt });
  const [error] = parsed.errors;
  if (error)
    throw new DocumentError(`${name} is neither YAML nor JSON: ${error.message.split('\n')[0]}`);
  checkAliases(parsed, name);
  // They are counted above.
  return parsed.toJS({ maxAliasCount: -1 });
}

/** What reads a document follows its values one inside of the other. */
function checkDepth(root: unknown, name: string): void {
  const deepest = new Map<object, number>();
  const pending = [{ value: root, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    // A part that several aliases share is looked through again only where it is deeper.
    if ((deepest.get(value) ?? 0) >= depth) continue;
    if (depth > documentLimits.depth) throw tooDeep(name);
    deepest.set(value, depth);
    for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 });
  }
}

const tooDeep = (name: string) =>
  new DocumentError(
    `${name} has more than ${documentLimits.depth} levels of nested objects and lists`,
  );
