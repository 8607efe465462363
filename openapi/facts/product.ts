/** The name of the product on the site, in emails, in authenticator apps and in passkey managers. */
export const product_name = 'Sigill';

/** Opens a session in the app, which registers this scheme; without the app it does nothing. */
export const appLink = (token: string): string => `sigill://open?token=${token}`;
