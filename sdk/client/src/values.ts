/** The longest time a timer can run. */
const LONGEST_MS = 2 ** 31 - 1;

/** The options whose wrong values nothing else would refuse: a call would never end, or end at once. */
interface Values {
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  idempotencyKey?: string | undefined;
}

/** @throws TypeError for a value that the option cannot have: JavaScript does not check types. */
export function checkValues({ maxRetries = 0, timeoutMs = 1, idempotencyKey = '-' }: Values): void {
  const refuse = (text: string) => {
    throw new TypeError(text);
  };
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0))
    refuse(`maxRetries must be a non-negative integer, received ${maxRetries}.`);
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS))
    refuse(`timeoutMs must be a number from 1 to ${LONGEST_MS}, received ${timeoutMs}.`);
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    refuse('idempotencyKey must be 1 to 255 printable ASCII characters.');
}
