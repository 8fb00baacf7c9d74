import type { DocumentedResponse, EmbeddedContract } from '../../../console/embedded-contract.ts';
import type { Document } from '../../contract/document.ts';
import { statusOf } from '../../contract/failures.ts';
import {
  examplesOf,
  type OperationEntry,
  operationsOf,
  secretFields,
} from '../../contract/operations.ts';
import { advisedFailures } from '../reference/advice.ts';

/** The part of the contract that the console needs. @throws Error when the contract lacks it */
export function embedContract(document: Document): EmbeddedContract {
  const secrets = secretFields(document);
  const responses = Object.values(document.components?.responses ?? {});
  return {
    secretNames: [...secrets.keys()],
    secretPatterns: [...secrets.values()].flatMap((schema) => {
      const { pattern } = schema;
      return typeof pattern === 'string' ? [pattern.replace(/^\^|\$$/g, '')] : [];
    }),
    headers: [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))].map(
      (name) => name.toLowerCase(),
    ),
    advice: adviceForAll(document),
    responses: Object.fromEntries(
      operationsOf(document).map((entry) => [
        entry.operation.operationId,
        responsesOf(document, entry),
      ]),
      // The types are made from the same document, so it has these operations and no others.
    ) as unknown as EmbeddedContract['responses'],
  };
}

function responsesOf(document: Document, entry: OperationEntry): DocumentedResponse[] {
  const shown = examplesOf(document, entry).filter(({ isResponse }) => isResponse);
  return shown.map(({ name, example: { summary = '', value } }) => ({
    code: statusOf(value).code,
    ...{ name, summary },
  }));
}

function adviceForAll(document: Document): EmbeddedContract['advice'] {
  const failures = operationsOf(document).flatMap(({ operation }) =>
    advisedFailures(document, operation),
  );
  // The reasons of the types are those of the same document.
  return Object.fromEntries(
    failures.map(({ reason, advice }) => [reason, advice]),
  ) as EmbeddedContract['advice'];
}
