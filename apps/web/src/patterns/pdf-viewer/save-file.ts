const REVOKE_AFTER_MS = 60_000;

/** The bytes of a base64 text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Gives the browser a file to save under a name. */
export function saveFile(content: BlobPart, fileName: string, contentType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // A phone reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
