/** Writes a call as a program in another language. */
import { HTTPSnippet } from '@readme/httpsnippet';
import { CREDENTIALS, type Dress, languages } from './sample-languages.ts';
import { facts } from './src/content/facts.ts';
import { examplesOf, headersOf, type Operation } from './src/features/reference/operation.ts';

export type Sampled = keyof typeof languages;
export const sampled = Object.keys(languages) as Sampled[];
export const isSampled = (name: string): name is Sampled => name in languages;

/** The call of an operation with its first example. */
export async function requestSample(language: Sampled, operation: Operation): Promise<string> {
  const { target, client, dress }: Dress = languages[language];
  const value = examplesOf(operation.request)[0]?.value ?? {};
  const [scheme] = operation.security;
  const snippet = new HTTPSnippet({
    method: 'POST',
    url: facts.site_url + operation.path,
    headers: [
      ...(scheme ? [{ name: 'Authorization', value: CREDENTIALS }] : []),
      ...headersOf(operation).map(({ name, example }) => ({ name, value: String(example) })),
      { name: 'Content-Type', value: 'application/json' },
    ],
    postData: { mimeType: 'application/json', text: JSON.stringify(value) },
  } as ConstructorParameters<typeof HTTPSnippet>[0]);
  const [code] = (await snippet.convert(target as 'python', client)) || [];
  if (!code) throw new Error(`${operation.operationId} has no sample in ${language}.`);
  return dress({
    code,
    body: JSON.stringify(value, null, 2),
    json: JSON.stringify(JSON.stringify(value)),
    scheme,
  }).trim();
}
