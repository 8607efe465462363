export function download(base64: string, name: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  save(bytes, name, type);
}

export const saveText = (text: string, name: string, type: string): void => save(text, name, type);

export const saveBlob = (blob: Blob, name: string): void => saveUrl(URL.createObjectURL(blob), name);

const save = (content: BlobPart, name: string, type: string): void => saveBlob(new Blob([content], { type }), name);

function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After a minute the browser has certainly begun to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
