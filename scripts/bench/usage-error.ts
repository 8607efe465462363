/** The command was called in a way that it does not know; the message says what it knows. */
export class UsageError extends Error {}
