const alphabets = [
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
];

// That many letters and digits have 256 bits. What follows them may be a checksum.
const lettersOf256Bits = 43;

/** The bytes that a token or key may stand for, without its prefix: as hexadecimal, Base64 and, with 62 letters, as a number. */
export function readingsOf(text: string): readonly Buffer[] {
  const body = text.replace(/^[a-z]{2,8}_/i, '');
  const compact = body.replaceAll('-', '');
  return [
    ...(/^(?:[\da-f]{2}){4,}$/i.test(compact) ? [Buffer.from(compact, 'hex')] : []),
    // Node reads both alphabets of Base64.
    ...(/^[\w+/-]+={0,2}$/.test(body) ? [Buffer.from(body, 'base64')] : []),
    ...numbersIn(body),
  ];
}

function numbersIn(body: string): readonly Buffer[] {
  if (!/^[\dA-Za-z]{16,128}$/.test(body)) return [];
  const parts = new Set([body, body.slice(0, lettersOf256Bits)]);
  return alphabets.flatMap((alphabet) =>
    [...parts].map((part) => {
      const value = [...part].reduce((sum, one) => sum * 62n + BigInt(alphabet.indexOf(one)), 0n);
      const digits = value.toString(16);
      return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
    }),
  );
}
