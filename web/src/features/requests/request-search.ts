/** Reads the valid parameters of an address and drops the rest, because a typed or pasted address may be incomplete or misspelt. */
export const readRequestSearch = (given: Record<string, unknown>) => ({
  ...(/^[a-z_]{1,40}\.[a-z_]{1,40}$/.test(String(given['operation'])) && { operation: String(given['operation']) }),
  ...(/^[1-5]\d\d$/.test(String(given['status'])) && { status: Number(given['status']) }),
  ...(String(given['refused']) === 'true' && { refused: true as const }),
  ...(isId(given['user_id']) && { user_id: Number(given['user_id']) }),
  ...(isId(given['session_id']) && { session_id: Number(given['session_id']) }),
  ...(given['cursor'] !== undefined && { cursor: String(given['cursor']) }),
});

export type RequestFilters = Omit<ReturnType<typeof readRequestSearch>, 'cursor'>;

export const isId = (value: unknown): boolean =>
  /^[1-9]\d{0,15}$/.test(String(value)) && Number.isSafeInteger(Number(value));

/** The request id in pasted text: a line of a log, an error message or a header. */
export const requestIdIn = (text: string): string | undefined => /\breq_[A-Za-z0-9_-]{1,60}/.exec(text)?.[0];
