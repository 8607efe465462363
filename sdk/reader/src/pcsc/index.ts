/** `@sigill/reader/pcsc`: reads a chip with a contactless reader at a computer. For Node, with the package `pcsc-mini`. */
export { connectPcsc, type PcscConnection, type PcscOptions, type Waiting } from './connect-pcsc.ts';
export { PcscError, type PcscErrorCode } from './pcsc-error.ts';
