/** Lets the browser save a file. */
export function download(base64: string, name: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  // After a minute the browser has surely begun to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
