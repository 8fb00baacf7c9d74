/** The check that compares times. In a whole run its result depends on the machine, so it has a test of its own. */
export const timedCheck = 'login/same-time-for-unknown-identity';
