import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { withoutQuery } from '../without-query.ts';

/** Whether someone who types this means a document: a file, or a name that ends as those of documents do. */
export function looksLikeDocument(typed: string): boolean {
  return (
    /\.(ya?ml|json)$/i.test(withoutQuery(typed)) || (!/^https?:/i.test(typed) && existsSync(typed))
  );
}

/** What to write for a document that was typed as an argument, as in ` Did you mean --document api.yaml?`. Empty if there is none. */
export function suggestDocument(typed: readonly string[]): string {
  const document = typed.find(looksLikeDocument);
  return document === undefined ? '' : ` Did you mean --document ${withoutQuery(document)}?`;
}

/** The same for an error of commander about the arguments or the options of a command. */
export function suggestFor(command: Command, message: string): string {
  const { args, options, registeredArguments } = command;
  const isOpen =
    options.some(({ long }) => long === '--document') &&
    command.getOptionValue('document') === undefined;
  if (!isOpen) return '';
  if (/too many arguments/.test(message))
    return suggestDocument(args.slice(registeredArguments.length));
  return /required option '--document/.test(message) ? suggestDocument(args) : '';
}
