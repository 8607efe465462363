/** The token of the session, from the link `https://SERVICE/open?token=…` or `sigill://open?token=…`. */
export function tokenOfLink(link: string | null): string | undefined {
  // Whoever can send a link can send anything; the service says whether there is such a session.
  const found = /[?&]token=([\w.-]{1,200})(?:[&#]|$)/.exec(link ?? '');
  return found?.[1];
}
