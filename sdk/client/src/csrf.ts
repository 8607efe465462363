/** The value of the cookie that calls to the page's own origin repeat in `X-XSRF-TOKEN`. */
export function csrfToken(name = 'XSRF-TOKEN'): string | undefined {
  const pair = (globalThis as { document?: { cookie: string } }).document?.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
