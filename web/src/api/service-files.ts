/** Fetches files that the service serves outside the API. Use the SDK for everything in the contract. */
export async function fetchFile(path: `/${string}`, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response;
}
