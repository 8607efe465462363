/** The name of the product on the site, in emails, in authenticator apps and in passkey managers. */
export const product_name = 'Sigill';

/**
 * Whether the packages are in the npm registry. Until then, install commands on pages and in guides name the service that shows
 * them, which serves the packages under /sdk/. Set it to true after the first `npm run release -- --publish`.
 */
export const packages_published: boolean = false;

/**
 * Who publishes the packages, for their package.json. Fields that are not set are left out; `npm run release -- --publish
 * --dry-run` reports them. `homepage` and `bugs` are addresses, `repository` is the git repository that holds this contract.
 */
export const publisher: { author?: string; homepage?: string; bugs?: string; repository?: string } = {
  author: product_name,
};

/** Opens a session in the app, which registers this scheme; without the app it does nothing. */
export const appLink = (token: string): string => `sigill://open?token=${token}`;
