/** The command was given something that it cannot use. One line a problem. */
export class UsageError extends Error {}
