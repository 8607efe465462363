// The part of the SDK that is bundled into the page that a person opens.
import { readerAbort, readerOpen, readerState } from '@sigill/sdk/public';

console.log(readerOpen, readerState, readerAbort);
