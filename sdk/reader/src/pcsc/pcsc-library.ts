/**
 * The bindings to the smart card service: `pcsc-mini`, which has a native part for each system. Loaded only when a reader is used,
 * because most users of this package read with a phone.
 */
import { PcscError } from './pcsc-error.ts';

export type PcscLibrary = typeof import('pcsc-mini');

const VERSION = '0.1.3';

export async function loadPcsc(): Promise<PcscLibrary> {
  try {
    return (await import('pcsc-mini')) as PcscLibrary;
  } catch (error) {
    throw new PcscError('PACKAGE_MISSING', installLine(error), error);
  }
}

function installLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('libpcsclite'))
    return 'The smart card service library is missing: sudo apt-get install libpcsclite1 pcscd.';
  const [, compiled] = /Required addon dependency not found \((@pcsc-mini\/[\w-]+)\)/.exec(text) ?? [];
  if (compiled) return `The pcsc-mini binary for this system is missing: npm install --no-save ${compiled}@${VERSION}.`;
  if (text.startsWith('Unsupported platform'))
    return `pcsc-mini does not support this system (${process.platform} ${process.arch}).`;
  return `A smart card reader needs the package pcsc-mini, which is not installed: npm install pcsc-mini@${VERSION}.`;
}
