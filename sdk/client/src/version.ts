/** The version of the package, sent to the service. A test compares it with package.json. */
export const version = '0.1.0';

/** The user agent of the SDK: for the service's log, and for its list of versions in use. */
export const agent: string = `sigill-sdk/${version}`;
