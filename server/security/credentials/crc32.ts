const table = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The CRC-32 of a text in ASCII (ITU-T V.42, 8.1.1.6.2; the one of gzip), from 0 to 2^32 - 1. */
export function crc32(text: string): number {
  let rest = -1;
  for (let index = 0; index < text.length; index += 1)
    rest = (table[(rest ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}
