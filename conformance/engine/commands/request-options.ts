import { randomInt } from 'node:crypto';
import type { Option } from 'commander';
import { positive, seedNumber, wholeNumber } from '../terminal/common-options.ts';
import { option } from './options.ts';

/** How many requests a command sends to servers, and how long it takes. */
export function requestOptions(): Option[] {
  return [
    option(
      '--seed <number>',
      'send the same requests as a run with this seed, or new ones with `random` (default: derived from the document)',
    ).argParser((text) => (text === 'random' ? randomInt(2 ** 32) : seedNumber(text))),
    option(
      '--max-examples <number>',
      'generate at most this many requests per operation and check',
    ).argParser(wholeNumber('The number of examples', 10_000, 1)),
    option('--max-time <seconds>', 'stop the run after this time').default(300).argParser(positive),
    option('--timeout <seconds>', 'wait this long for a response').default(15).argParser(positive),
    option('--rate <number>', 'send at most this many requests per second').argParser(positive),
    option(
      '--header <line...>',
      'send this header, "Name: value", with every request; not for secrets',
    ),
  ];
}

export function readOnlyOption(): Option {
  return option('--read-only', 'send only GET, HEAD, OPTIONS and QUERY');
}

export function operationOptions(): Option[] {
  return [
    option(
      '--operation <patterns...>',
      'run only checks of these operations: an id, method, path, or method and path; * matches any text',
    ),
    option('--tag <names...>', 'run only checks of operations with these tags'),
  ];
}
