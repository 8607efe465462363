/** @returns undefined when the response is longer than `most_bytes`, without reading the rest. */
export async function shortText({ body }: Response, most_bytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most_bytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
