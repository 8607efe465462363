/** What the product is called: on the site, in mails, in authenticator apps and where passkeys are kept. */
export const product_name = 'Sigill';
