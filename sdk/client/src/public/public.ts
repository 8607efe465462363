/**
 * Calls that need no sign-in, for pages on the origin of the service: `readerOpen({ token })`. Each call is a function of its own, so a
 * bundle has only those that it imports.
 */
export * from '../generated/public/sdk.gen.ts';
export { PublicCallError, type PublicCallOptions, send } from './public-call.ts';
