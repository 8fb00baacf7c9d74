import type { DocumentedResponse, EmbeddedContract } from '../../../console/embedded-contract.ts';
import type { Document, Example, MediaType, Response } from '../../contract/document.ts';
import { failuresOf } from '../../contract/failures.ts';
import { operationsOf, resolve, secretFields } from '../../contract/operations.ts';
import { adviceIn } from '../reference/advice.ts';

/** The part of the contract that the console needs. @throws Error when the contract lacks it */
export function embedContract(document: Document): EmbeddedContract {
  const secrets = secretFields(document);
  const responses = Object.values(document.components?.responses ?? {});
  return {
    secretNames: [...secrets.keys()],
    secretPatterns: [...secrets.values()].flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern.replace(/^\^|\$$/g, '')] : [],
    ),
    headers: [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))].map((name) =>
      name.toLowerCase(),
    ),
    advice: adviceForAll(document),
    responses: Object.fromEntries(
      operationsOf(document).map(({ operation }) => [
        operation.operationId,
        Object.entries(operation.responses).flatMap(([code, response]) =>
          responsesOf(document, Number(code), resolve<Response>(document, response).element),
        ),
      ]),
      // The types are made from the same document, so it has these operations and no others.
    ) as unknown as EmbeddedContract['responses'],
  };
}

function responsesOf(document: Document, code: number, { content = {} }: Response): DocumentedResponse[] {
  return Object.values(content).flatMap(({ examples = {} }: MediaType) =>
    Object.entries(examples).map(([name, example]) => {
      const { summary = '' } = resolve<Example>(document, example).element;
      return { code, name, summary };
    }),
  );
}

/** What to do about each reason. */
function adviceForAll(document: Document): EmbeddedContract['advice'] {
  const advice = adviceIn(document.info.description ?? '');
  const failures = operationsOf(document).flatMap(({ operation }) => failuresOf(document, operation));
  const missing = new Set(failures.map(({ reason }) => reason).filter((reason) => !advice.has(reason)));
  if (missing.size > 0)
    throw new Error(`the contract does not say what to do about ${[...missing].join(', ')}`);
  // The reasons of the types are those of the same document.
  return Object.fromEntries(advice) as EmbeddedContract['advice'];
}
