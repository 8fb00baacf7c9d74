import { MIMEType } from 'node:util';
import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parseMediaType } from '../../../server/http/media-type.ts';
import { soaking } from '../../support/soaking.ts';

function asNodeReadsIt(text: string) {
  try {
    const { essence, params } = new MIMEType(text);
    return { essence, charset: params.get('charset') ?? undefined };
  } catch {
    return undefined;
  }
}

const pieces = constantFrom(
  ...['application/json', 'Text/PLAIN', 'a', '/', ';', '=', '"', '\\', ' ', '\t', '\n', '\u000b', '\u0001'],
  ...['charset', 'CharSet', 'charset=', ';charset="', 'utf-8', 'x', 'é', '\u0080', '\u0100', ',', '|', '*'],
);

test('a media type is read as Node reads it', () => {
  expect(parseMediaType('Application/JSON ; charset="utf\\-8"')).toEqual({
    essence: 'application/json',
    charset: 'utf-8',
  });
  const texts = array(pieces, { maxLength: 14 });
  assert(
    property(texts, (parts) => {
      for (const text of [parts.join(''), `a/b;${parts.join('')}`])
        expect(parseMediaType(text), text).toEqual(asNodeReadsIt(text));
    }),
    // The same texts each time, so that a red is about what was changed; the soak tries others.
    soaking ? { numRuns: 300_000 } : { numRuns: 3000, seed: 7 },
  );
});
