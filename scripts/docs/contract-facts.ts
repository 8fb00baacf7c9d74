import type { Contract, DocumentedAnswer } from '../../console/contract.ts';
import type { Document, Example, Header, MediaType, Reference, Response, Schema } from './document.ts';
import { operationsOf } from './operations.ts';

/** What the console needs of the contract, and no more. @throws Error where the contract lacks it. */
export function contractFacts(document: Document): Contract {
  const secrets = secretsOf(document);
  const responses = Object.values(document.components?.responses ?? {});
  return {
    secretNames: [...secrets.keys()],
    secretForms: [...secrets.values()].flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern.replace(/^\^|\$$/g, '')] : [],
    ),
    headers: [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))].map((name) =>
      name.toLowerCase(),
    ),
    advice: adviceOf(document),
    answers: Object.fromEntries(
      operationsOf(document).map(({ operation }) => [
        operation.operationId,
        Object.entries(operation.responses).flatMap(([code, response]) =>
          answersOf(document, Number(code), follow<Response>(document, response)),
        ),
      ]),
      // The types are made from the same document, so it has these operations and no others.
    ) as unknown as Contract['answers'],
  };
}

/** The schemas that are marked with `x-secret`, by the names of their members. */
function secretsOf({ components }: Document): ReadonlyMap<string, Schema> {
  const secrets = Object.values(components?.schemas ?? {}).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      // A reference cannot carry the mark itself.
      '$ref' in schema || schema['x-secret'] !== true ? [] : [[name, schema as Schema] as const],
    ),
  );
  if (secrets.length === 0) throw new Error('the contract marks nothing as secret');
  return new Map(secrets);
}

function answersOf(document: Document, code: number, { content = {} }: Response): DocumentedAnswer[] {
  return Object.values(content).flatMap(({ examples = {} }: MediaType) =>
    Object.entries(examples).map(([name, example]) => {
      const { summary = '' } = follow<Example>(document, example);
      return { code, name, summary };
    }),
  );
}

/** The column "what to do" of the contract's table of failures. */
function adviceOf({ info, components }: Document): Contract['advice'] {
  const rows = (info.description ?? '').matchAll(/^\| *[\d, ]+ *\| *(`[a-z_`, ]+`) *\| *(.+?) *\|$/gm);
  const advice = new Map(
    [...rows].flatMap(([, reasons = '', todo = '']) =>
      [...reasons.matchAll(/`([a-z_]+)`/g)].map(([, reason = '']) => [reason, todo] as const),
    ),
  );
  const reasons = components?.schemas?.Reason?.enum;
  if (!Array.isArray(reasons)) throw new Error('the contract lists no reasons');
  const missing = reasons.filter((reason) => !advice.has(reason));
  if (missing.length > 0) throw new Error(`the contract does not say what to do about ${missing.join(', ')}`);
  // The reasons of the types are those of the same document.
  return Object.fromEntries(advice) as Contract['advice'];
}

type Component = Response | Example | Header;

function follow<Found extends Component>(document: Document, value: Found | Reference): Found {
  if (!('$ref' in value)) return value;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(value.$ref) ?? [];
  const found: unknown = Reflect.get(Reflect.get(document.components ?? {}, kind) ?? {}, name);
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere`);
  // The linter holds that a reference leads to what is wanted in its place.
  return found as Found;
}
