import { parseDocument } from 'yaml';
import { DocumentError } from '../model/api-document.ts';

/** Reads YAML or JSON. @throws DocumentError */
export function parseYamlOrJson(text: string, name: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
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
  const parsed = parseDocument(content, { prettyErrors: false, merge: true });
  const [error] = parsed.errors;
  if (error) throw new DocumentError(`${name} is neither YAML nor JSON: ${error.message.split('\n')[0]}`);
  try {
    return parsed.toJS({ maxAliasCount: 1000 });
  } catch (cause) {
    throw new DocumentError(`${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
