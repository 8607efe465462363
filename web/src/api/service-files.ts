/** Files that the service serves beside the API. What the contract describes is called through the SDK. */
export async function fetchFile(path: `/${string}`, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}
