import { notFound } from '@tanstack/react-router';

/** The id in the address of a screen. */
export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** @throws what shows the page for broken links, when the address holds no id. */
export function assertId(id: number): void {
  if (!Number.isSafeInteger(id)) throw notFound();
}
