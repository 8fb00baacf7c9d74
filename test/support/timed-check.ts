/** The check that compares times. What it observes of a whole run is the machine; it has a test of its own. */
export const timedCheck = 'login/same-time-for-unknown-identity';
