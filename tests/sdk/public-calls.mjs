// What the page that a person opens bundles of the SDK.
import { readerAbort, readerOpen, readerState } from '@sigill/sdk/public';

console.log(readerOpen, readerState, readerAbort);
