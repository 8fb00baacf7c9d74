import { readingsOf } from './readings.ts';

// Powers of two are usual. The last one is the modulus of the minimal standard generator.
const moduli = [1n << 32n, 1n << 48n, 1n << 64n, 1n << 128n, (1n << 31n) - 1n];
const chunkDigits = [8, 16];
// Each step of a linear generator that fits is a chance of less than one in a million.
const fewestSteps = 4;

/**
 * Whether texts, in the order in which a server made them, are outputs of a linear generator: each is a multiple of the one before
 * it plus a constant, whatever the two are. Then the quotient of two differences in a row is the same everywhere, which needs
 * no division to see: d2 · d2 = d1 · d3.
 */
export function isLinear(texts: readonly string[]): boolean {
  const read = texts.map((text) => readingsOf(text));
  const kinds = Math.min(...read.map((readings) => readings.length));
  for (let kind = 0; kind < kinds; kind += 1) {
    const digits = read.map((readings) => readings[kind]?.toString('hex') ?? '');
    const sequences = [
      digits.map(numberOf),
      ...chunkDigits.map((size) => digits.flatMap((one) => chunksOf(one, size))),
    ];
    if (sequences.some((numbers) => moduli.some((modulus) => follows(numbers, modulus))))
      return true;
  }
  return false;
}

function follows(numbers: readonly bigint[], modulus: bigint): boolean {
  const differences = numbers
    .slice(1)
    .map((number, at) => (((number - (numbers[at] ?? 0n)) % modulus) + modulus) % modulus);
  // Of numbers with a constant end, such as a padding, the differences say nothing.
  const say = differences.filter((one) => one % 256n !== 0n);
  if (differences.length < fewestSteps || say.length < differences.length / 2) return false;
  return differences.slice(2).every((third, at) => {
    const [first = 0n, second = 0n] = differences.slice(at, at + 2);
    return (second * second - first * third) % modulus === 0n;
  });
}

const numberOf = (digits: string) => BigInt(`0x${digits || '0'}`);

function chunksOf(digits: string, size: number): bigint[] {
  return (digits.match(new RegExp(`[\\da-f]{${size}}`, 'g')) ?? []).map(numberOf);
}
