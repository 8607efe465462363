/** The name of the product on the site, in emails, in authenticator apps and in passkey managers. */
export const product_name = 'Sigill';

/**
 * Whether the packages are in the npm registry. Until then, every install line of pages and guides names the service that shows it,
 * which has them under /sdk/. Set it after the first `npm run release -- --publish`.
 */
export const packages_published: boolean = false;

/**
 * Who publishes the packages, for their package.json. What is not set is left out there, and `npm run release -- --publish --dry-run`
 * says so. `homepage` and `bugs` are addresses, `repository` is the git repository that holds this contract.
 */
export const publisher: { author?: string; homepage?: string; bugs?: string; repository?: string } = {
  author: product_name,
};

/** Opens a session in the app, which registers this scheme; without the app it does nothing. */
export const appLink = (token: string): string => `sigill://open?token=${token}`;
