/** The version of the package, as the service sees it. A test holds it against package.json. */
export const version = '0.1.0';

/** What calls the service: for its log, and for the list of versions that are in use. */
export const agent: string = `sigill-sdk/${version}`;
