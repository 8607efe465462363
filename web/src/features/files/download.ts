export const download = (base64: string, name: string, type: string): void =>
  saveBlob(new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type }), name);

export const saveText = (text: string, name: string, type: string): void => saveBlob(new Blob([text], { type }), name);

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // After a minute, the browser has certainly begun to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
