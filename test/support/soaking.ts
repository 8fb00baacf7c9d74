/** Whether the tests are to try what takes minutes, as `npm run soak` has them. */
export const soaking = process.env.SOAK !== undefined;
