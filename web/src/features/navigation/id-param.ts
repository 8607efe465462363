import { notFound } from '@tanstack/react-router';

/** Parses and writes the id in a screen's address. */
export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** Checks the id in the address. @throws notFound, which shows the page for broken links. */
export function assertId(id: number): void {
  if (!Number.isSafeInteger(id)) throw notFound();
}
