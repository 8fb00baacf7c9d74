import type { CheckContext, CompletedExchange } from '../../../check.ts';
import type { Request } from '../../../http/request.ts';
import { mapInParallel } from '../../../map-in-parallel.ts';
import { truncate } from '../../../truncate.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { Operation } from '../../model/operation.ts';
import { createsUser } from '../../obtain-credentials.ts';
import { requestOn } from '../request-on.ts';
import type { Made } from './made-resource.ts';
import { lastId, lastNoun, parameterNames } from './names.ts';
import type { Proof } from './ownership.ts';

interface Means {
  readonly authorised: (operation: Operation, request: Request) => Promise<Request>;
  /** What is there still. */
  readonly left: ReadonlyMap<string, Made>;
  readonly proofOf: (made: Made) => Promise<Proof | undefined>;
  readonly isFound: (made: Made) => boolean;
}

/** A line about what could not be deleted. `again`: it may be possible after something else is deleted. */
interface Problem {
  readonly line: string;
  readonly again: boolean;
}

/** Deletes what the run has created, and returns a line for each thing that is left. */
export function createCleanUp(
  base: CheckContext,
  model: DocumentModel,
  { authorised, left, proofOf, isFound }: Means,
): () => Promise<string[]> {
  const mayDeleteAll = base.destructive || model.options.mayWriteAnywhere === true;
  const send = async (operation: Operation, request: Request) =>
    base.call(await authorised(operation, request));
  /** Deletes it, with its current ETag where the server wants one. */
  const remove = async ({ resource, identity, request }: Made, operation: Operation) => {
    const deletion = await send(operation, request);
    const wantsEtag = operation.parameters.some(({ name }) => /^if-match$/i.test(name));
    if (model.meaning(deletion) !== 'conflict' || !wantsEtag || !resource.read) return deletion;
    const { response } = await send(resource.read, requestOn(model, resource.read, identity));
    return send(
      operation,
      requestOn(model, operation, identity, { etag: response.header('etag') }),
    );
  };
  const isGone = (exchange: CompletedExchange) =>
    ['success', 'absent'].includes(model.meaning(exchange));

  const isAbsent = async ({ resource: { read }, identity }: Made): Promise<boolean> => {
    if (read === undefined) return false;
    try {
      return model.meaning(await send(read, requestOn(model, read, identity))) === 'absent';
    } catch {
      return false;
    }
  };

  const deleteOne = async (made: Made): Promise<Problem | undefined> => {
    const { resource, request } = made;
    const problem = (reason: string, again = false): Problem => ({
      line: `${request.target}${contentsOf(made)} (${reason})`,
      again,
    });
    if (isFound(made)) return undefined;
    if (resource.remove === undefined) {
      const elsewhere = sameElsewhere(model, made);
      if (elsewhere !== undefined) return deleteOne(elsewhere);
      return problem('the document has no operation that deletes it');
    }
    try {
      if (!mayDeleteAll && (await proofOf(made)) === undefined)
        return problem("it may be another's: it does not show what was sent, or was there before");
      const deletion = await remove(made, resource.remove);
      if (isGone(deletion)) return undefined;
      const status = model.status(deletion);
      return problem(
        `${status}`,
        ['conflict', 'invalid', 'error', 'forbidden'].includes(model.meaning(deletion)),
      );
    } catch (error) {
      return problem(error instanceof Error ? error.message : String(error));
    }
  };

  // The run may send its requests as a user whom it has created.
  const depth = ({ resource, request }: Made) =>
    createsUser(model, resource.create) ? 0 : request.target.split('/').length;

  return async () => {
    const problems = new Map<Made, Problem>();
    const tried = new Set<Made>();
    // What is in another resource is deleted before it. A late response may still add to what is left.
    const deepest = () => {
      const rest = [...left.values()].filter((one) => !tried.has(one));
      const deepestOf = Math.max(...rest.map(depth));
      return rest.filter((one) => depth(one) === deepestOf);
    };
    const tryToDelete = async (one: Made) => {
      const problem = await deleteOne(one);
      if (problem === undefined) problems.delete(one);
      else problems.set(one, problem);
    };
    // One after the other: while several are deleted, some databases are locked, and the server fails or hangs.
    for (let level = deepest(); level.length > 0; level = deepest()) {
      for (const one of level) {
        tried.add(one);
        await tryToDelete(one);
      }
    }
    // What others refer to can be deleted after them.
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const again = [...problems].filter((one) => one[1].again).map(([made]) => made);
      if (again.length === 0 || again.length >= before) break;
      before = again.length;
      for (const one of again) await tryToDelete(one);
    }
    // What was in something else may be gone with it.
    await mapInParallel(base, [...problems.keys()], async (made) => {
      if (await isAbsent(made)) problems.delete(made);
    });
    return [...problems.values()].map(({ line }) => line);
  };
}

/** The same resource at another path that can be deleted: `/pets/{id}` for `/owners/{owner}/pets/{id}`. */
function sameElsewhere(model: DocumentModel, made: Made): Made | undefined {
  const { path } = made.resource;
  const noun = lastNoun(path) ?? '';
  const id = lastId(path, made.identity);
  for (const resource of model.resources) {
    const { remove } = resource;
    const [name, ...more] = parameterNames(resource.path);
    const isSame = name !== undefined && more.length === 0 && lastNoun(resource.path) === noun;
    if (!isSame || remove === undefined) continue;
    const identity = { [name]: id };
    return { ...made, resource, identity, request: requestOn(model, remove, identity) };
  }
  return undefined;
}

// Enough to find it again.
const mostCharacters = 100;

function contentsOf({ creations: [first] }: Made): string {
  return first === undefined ? '' : describeBody(first.body);
}

/** A body after a space, in one line. */
export function describeBody(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, 2 * mostCharacters)).toString();
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  if (line === '') return '';
  return ` ${line.includes('\ufffd') ? `${body.length} bytes` : truncate(line, mostCharacters)}`;
}
