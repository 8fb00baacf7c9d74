/** The keys of the two accounts. */
export const credentials = [
  { 'x-api-key': 'key-north-4f1c9a7be2' },
  { 'x-api-key': 'key-south-88d03e51c6' },
];
