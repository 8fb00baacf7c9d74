/** The tokens of the two organisations. */
export const credentials = [
  { authorization: 'Bearer tok_acme_5e20b7c4d91f' },
  { authorization: 'Bearer tok_globex_c83a6f017be2' },
];
