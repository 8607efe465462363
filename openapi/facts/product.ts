/** What the product is called: on the site, in mails, in authenticator apps and where passkeys are kept. */
export const product_name = 'Sigill';

/** Opens a session in the app, which registers this scheme; without an app it opens nothing. */
export const appLink = (token: string): string => `sigill://open?token=${token}`;
