import {
  DocumentError,
  externalFiles,
  holdsData,
  pointerReference,
  referencePointer,
} from '../model/api-document.ts';
import { isJsonObject, type JsonObject, pointer, pointerParts, valueAt } from '../model/pointer.ts';
import { type FoundReference, findReferences, type Part } from './find-references.ts';

/** A file that is needed next: `linkReferences` yields its address, and continues with its content. */
export interface NeededFile {
  readonly address: string;
  /** The name of the file in the linked document. */
  readonly name: string;
  /** The reference and where it stands, for an error. */
  readonly neededBy: string;
}

interface SourceFile {
  /** A URL. Undefined for a document that was given as text. */
  readonly address: string | undefined;
  readonly name: string;
  readonly content: unknown;
  /** The pointer to the file in the linked document. */
  readonly prefix: string;
  identifiers?: Identifiers;
}

interface FileLocation {
  readonly file: SourceFile;
  readonly at: string;
}

type Linking<Result> = Generator<NeededFile, Result, unknown>;
type Reference = Pick<FoundReference, 'reference' | 'at' | 'resource'>;

// More aliases of aliases are a cycle.
const maxAliases = 50;

/**
 * Returns the document with local references only. The files that it needs become part of it, under `x-external-files`.
 * References that no check follows may be broken. Changes `root` in place.
 * @throws DocumentError that names a reference without a target, and where it stands.
 */
export function* linkReferences(
  root: JsonObject,
  name: string,
  address?: string,
): Linking<JsonObject> {
  const main: SourceFile = { address, name, content: root, prefix: '' };
  const files = new Map<string, SourceFile>(address === undefined ? [] : [[address, main]]);
  const visited = new Set<object>();
  const linked: { readonly holder: JsonObject; readonly $ref: string }[] = [];
  const pending = ['/paths', '/components/securitySchemes', '/securityDefinitions'].map(
    (at): Part & { file: SourceFile } => {
      return { file: main, value: valueAt(root, at), at, resource: '', isMap: true };
    },
  );
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    for (const found of findReferences(part, visited)) {
      const { file, at } = yield* locate(part.file, found, 0);
      const $ref = pointerReference(file.prefix + at);
      if (file !== main || part.file !== main || referencePointer(found.reference) !== at)
        linked.push({ holder: found.holder, $ref });
      const value = valueAt(file.content, at);
      pending.push({ file, value, at, resource: resourceOf(file.content, at), isMap: found.isMap });
    }
  }
  // Until here, references are followed as their files have them.
  for (const { holder, $ref } of linked) Object.assign(holder, { $ref });
  const others = [...files.values()].filter((file) => file !== main);
  if (others.length === 0) return root;
  return {
    ...root,
    [externalFiles]: Object.fromEntries(others.map((file) => [file.name, file.content])),
  };

  function* locate(file: SourceFile, found: Reference, depth: number): Linking<FileLocation> {
    const [target = '', fragment = ''] = found.reference.split('#', 2);
    const path = referencePointer(fragment);
    const isPointer = path === '' || path.startsWith('/');
    if (target === '' && isPointer && found.resource !== '') {
      const at = found.resource + path;
      if (valueAt(file.content, at) !== undefined) return { file, at };
    }
    const start = target === '' ? { file, at: '' } : yield* open(file, target, found);
    const end = isPointer
      ? yield* follow(start, pointerParts(path), depth)
      : { file: start.file, at: identifiersOf(start.file).anchors.get(path) };
    if (end?.at !== undefined) return { file: end.file, at: end.at };
    throw new DocumentError(
      `${describe(file, found)} has no target: ${start.file.name} has no ${path}`,
    );
  }

  function* follow(
    start: FileLocation,
    parts: readonly string[],
    depth: number,
  ): Linking<FileLocation | undefined> {
    let { file, at } = start;
    let aliases = depth;
    for (const part of parts) {
      let value = valueAt(file.content, at);
      while (isJsonObject(value) && typeof value.$ref === 'string' && !Object.hasOwn(value, part)) {
        aliases += 1;
        if (aliases > maxAliases) return undefined;
        const alias = yield* locate(file, { reference: value.$ref, at, resource: '' }, aliases);
        ({ file, at } = alias);
        value = valueAt(file.content, at);
      }
      at += pointer(part);
    }
    return valueAt(file.content, at) === undefined ? undefined : { file, at };
  }

  /** Finds the schema with the `$id`, or the file with the address. */
  function* open(from: SourceFile, target: string, found: Reference): Linking<FileLocation> {
    const resource =
      found.resource === '' ? undefined : valueAt(from.content, `${found.resource}/$id`);
    const base =
      typeof resource === 'string' ? absoluteAddress(resource, from.address) : from.address;
    for (const wanted of [absoluteAddress(target, base), absoluteAddress(target, from.address)]) {
      for (const file of new Set([main, ...files.values()])) {
        const at = identifiersOf(file).ids.get(wanted);
        if (at !== undefined) return { file, at };
      }
    }
    const wanted = absoluteAddress(target, from.address);
    const known = files.get(wanted);
    if (known) return { file: known, at: '' };
    const neededBy = describe(from, found);
    if (!URL.canParse(wanted))
      throw new DocumentError(
        `${neededBy} is relative, but the document was not read from a file or URL`,
      );
    if (wanted.startsWith('file:') && from.address?.startsWith('http'))
      throw new DocumentError(
        `${neededBy} is a local file, which a document from the web cannot read`,
      );
    const own = nameOf(wanted, address);
    const isTaken = [...files.values()].some((file) => file.name === own);
    const name = isTaken ? `${own} (${files.size + 1})` : own;
    const content = yield { address: wanted, name, neededBy };
    const file = { address: wanted, name, content, prefix: pointer(externalFiles, name) };
    files.set(wanted, file);
    return { file, at: '' };
  }
}

function identifiersOf(file: SourceFile): Identifiers {
  file.identifiers ??= readIdentifiers(file.content, file.address);
  return file.identifiers;
}

/** The pointer to the nearest schema with an `$id` that contains the place, or to the root. */
function resourceOf(content: unknown, at: string): string {
  const parts = pointerParts(at);
  const lengths = [...parts.keys()].reverse();
  const found = lengths.find(
    (length) => valueAt(content, pointer(...parts.slice(0, length), '$id')) !== undefined,
  );
  return pointer(...parts.slice(0, found ?? 0));
}

function describe(file: SourceFile, { reference, at }: Reference): string {
  return `${file.name}: $ref "${reference}" at #${at}`;
}

/** An address for people: relative to the document if it is below its folder, without a query. */
export function nameOf(address: string, document?: string): string {
  const { protocol, origin, pathname } = new URL(address);
  const name = protocol === 'file:' ? decodeURIComponent(pathname) : `${origin}${pathname}`;
  if (document === undefined) return name;
  const folder = nameOf(document).replace(/[^/]*$/, '');
  return name.startsWith(folder) ? name.slice(folder.length) : name;
}

type Identifiers = ReturnType<typeof readIdentifiers>;

/** The pointers to the schemas of a file that have names: `$id` as an absolute address, and `$anchor`. */
function readIdentifiers(content: unknown, address: string | undefined) {
  const ids = new Map<string, string>();
  const anchors = new Map<string, string>();
  const visited = new Set<object>();
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (isJsonObject(value)) {
      if (typeof value.$id === 'string') ids.set(absoluteAddress(value.$id, address), at);
      if (typeof value.$anchor === 'string') anchors.set(value.$anchor, at);
    }
    for (const [key, child] of Object.entries(value)) {
      if (!holdsData(key, child)) walk(child, at + pointer(key));
    }
  };
  walk(content, '');
  return { ids, anchors };
}

/** A reference as an absolute address without its fragment, or as it stands when there is nothing to which it is relative. */
function absoluteAddress(reference: string, base: string | undefined): string {
  const relative = reference.replace(/#.*$/s, '');
  return URL.canParse(relative, base) ? new URL(relative, base).href : relative;
}
