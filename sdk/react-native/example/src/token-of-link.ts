/** The token of the session, from the link `https://SERVICE/open?token=…` or `sigill://open?token=…`. */
export function tokenOfLink(link: string | null): string | undefined {
  // A link can hold anything; the service decides whether the session exists.
  const found = /[?&]token=([\w.-]{1,200})(?:[&#]|$)/.exec(link ?? '');
  return found?.[1];
}
