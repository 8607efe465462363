/**
 * Calls that need no sign-in, for pages on the origin of the service: `readerOpen({ token })`. Each call is a separate function, so
 * a bundle holds only the calls that it imports.
 */
export * from '../generated/public/sdk.gen.ts';
export { PublicCallError, type PublicCallOptions, send } from './public-call.ts';
