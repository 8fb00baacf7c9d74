import { hashedSeedOf } from './hashed-seeds.ts';
import type { Issued } from './issued.ts';
import { isLinear } from './linear-generator.ts';
import { readingsOf } from './readings.ts';
import { leastBits, varyingBits } from './varying-bits.ts';

export const unpredictable = 'texts that nobody can predict';

// Few positions of fewer texts differ, even when they are random.
const fewest = 5;

/**
 * How somebody could predict these texts, or `undefined` when nothing shows.
 *
 * @param inARow some of them, in the order in which the server made them, with none between them
 * @param known texts that an attacker knows, such as identities
 */
export function findPrediction(
  issued: readonly Issued[],
  inARow: readonly Issued[],
  known: readonly string[],
): string | undefined {
  const texts = [...new Set(issued.map(({ text }) => text))];
  const bits = varyingBits(texts);
  if (texts.length >= fewest && bits < leastBits)
    return `about ${bits} bits that vary in ${texts.length} of them`;

  return (
    knownTextIn(texts, known) ??
    hashedSeedOf(inARow.slice(-2), known) ??
    (isLinear(inARow.map(({ text }) => text))
      ? 'a linear generator: each follows from those before it'
      : undefined)
  );
}

/** In Base64 or hexadecimal, a text that is known but for a few characters. */
function knownTextIn(texts: readonly string[], known: readonly string[]): string | undefined {
  const decoded = texts.map((text) =>
    readingsOf(text)
      .map((bytes) => bytes.toString('utf8'))
      .find(
        (one) =>
          one.length >= 8 &&
          /^[\t\n\r\x20-\x7e\u00a1-\uffee]+$/.test(one) &&
          !one.includes('\ufffd'),
      ),
  );
  const readable = decoded.filter((one) => one !== undefined);
  if (readable.length < texts.length) return undefined;

  const unknown = readable.map((text) =>
    known.reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, '')), text),
  );
  const isKnown = unknown.every((rest, at) => rest !== readable[at]);
  const bits = varyingBits(unknown);
  if (texts.length >= fewest && bits < leastBits)
    return `encoded text in which about ${bits} bits vary`;
  // Of few texts, nobody can tell what varies: so little may be left that it makes no difference.
  const isShort = unknown.every((rest) => rest.length <= 16);
  return isKnown && isShort ? 'encoded text that is known, such as the identity' : undefined;
}
