import { createHmac } from 'node:crypto';

/** The time step of a one-time code (RFC 6238), if it is the current one, the one before or the one after. */
export function stepOf(code: string, secret: string): number | undefined {
  const now = Math.floor(Date.now() / 30_000);
  return [now - 1, now, now + 1].find((step) => code === codeOf(step, secret));
}

export function codeOf(step: number, secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
