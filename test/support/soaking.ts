/** Whether to run tests that take minutes, as `npm run soak` does. */
export const soaking = process.env.SOAK !== undefined;
