/** The version of the package, as the service sees it. A test holds it against package.json. */
export const version = '0.1.0';
