/** What to do when the smart card service does not respond, in the terms of each operating system. */
const SERVICE: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Start it: sudo systemctl start pcscd (sudo apt-get install pcscd, if it is not there).',
  win32: 'Start the Windows service "Smart Card" (SCardSvr): it runs by itself once a reader is plugged in.',
  darwin: 'It belongs to macOS and starts once a reader is plugged in: plug the reader in again.',
};

export const noService = (platform: NodeJS.Platform = process.platform): string =>
  `The smart card service of this computer does not answer. ${SERVICE[platform] ?? 'Start pcscd.'}`;

export function noReader(wanted: string | undefined, present: readonly string[]): string {
  if (wanted === undefined) return 'There is no reader. Plug in a contactless smart card reader (PC/SC).';
  const others =
    present.length > 0 ? `There is ${present.map((name) => `"${name}"`).join(', ')}.` : 'There is none at all.';
  return `There is no reader whose name contains "${wanted}". ${others}`;
}

export const noCard = (readers: readonly string[]): string =>
  `No document was put on ${readers.map((name) => `"${name}"`).join(' or ')}. Lay it flat on the reader, the cover closed, and leave it there.`;

export const cardBusy = (reader: string): string =>
  `Another program uses the card on "${reader}". Close it: often it is a signature program, a browser or gpg (gpgconf --kill scdaemon).`;

export const cardUnsuitable = (reader: string): string =>
  `What is on "${reader}" is a card with contacts. A passport or identity card is read without contact: use the contactless side of the reader.`;
