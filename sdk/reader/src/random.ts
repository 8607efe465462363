/** Returns the given number of random bytes. Injected, so that a reading can be repeated byte by byte. */
export type Random = (length: number) => Uint8Array;

/** The platform's generator. Browsers, Node and Hermes with a polyfill have it. */
export const platformRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length));
