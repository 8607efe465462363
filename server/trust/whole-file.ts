/** Throws for DER that is shorter than its own length says, because a download or a copy was truncated. */
export function assertWhole(bytes: Uint8Array): void {
  const size = sizeOf(bytes);
  if (size > bytes.length)
    throw new Error(
      `The file is truncated: ${bytes.length.toLocaleString('en')} of ${size.toLocaleString('en')} bytes`,
    );
}

/** The length stated by DER of more than 127 bytes; 0 for anything else. */
function sizeOf(bytes: Uint8Array): number {
  const [tag, form = 0] = bytes;
  const digits = form - 0x80;
  if ((tag !== 0x30 && tag !== 0x77) || digits < 1 || digits > 4 || bytes.length < 2 + digits) return 0;
  return 2 + digits + Buffer.from(bytes).readUIntBE(2, digits);
}
