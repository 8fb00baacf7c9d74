/** The tokens of the two shops. */
export const credentials = [
  { authorization: 'Bearer shop_red_1b9d7f2ac0e4' },
  { authorization: 'Bearer shop_blue_6ea2c95d4f83' },
];
