/**
 * Code samples that need no SDK of ours: `import('virtual:samples/python')` has a sample of every operation. Each language is its
 * own module, so a page only loads the languages its reader chooses. The programs come from httpsnippet. This adds a readable body,
 * and address and credentials from the environment. Without `SIGILL_BASE_URL` they call the service that shows them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HTTPSnippet } from '@readme/httpsnippet';
import type { Plugin } from 'vite';
import { facts } from './src/content/facts.ts';
import { examplesOf, headersOf, type Operation } from './src/features/reference/operation.ts';

const resources = join(import.meta.dirname, 'src/generated/reference/resources');
const PREFIX = 'virtual:samples/';

export function samples(): Plugin {
  return {
    name: 'sigill:samples',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      const language = id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : undefined;
      if (language === undefined) return undefined;
      if (!isSampled(language)) throw new Error(`There are no samples in ${language}.`);
      return { code: `export default ${JSON.stringify(await samplesIn(language))}`, map: null, moduleType: 'js' };
    },
  };
}

export async function samplesIn(language: Sampled): Promise<Record<string, string>> {
  const operations = readdirSync(resources).flatMap(
    (file) => (JSON.parse(readFileSync(join(resources, file), 'utf8')) as { operations: Operation[] }).operations,
  );
  return Object.fromEntries(
    await Promise.all(
      operations.map(async (operation) => [operation.operationId, await requestSample(language, operation)] as const),
    ),
  );
}

/** A placeholder, which each language replaces. */
const CREDENTIALS = 'credentials-of-the-caller';

type Parts = {
  code: string;
  path: string;
  body: string;
  json: string;
  scheme: Operation['security'][number] | undefined;
};
type Dress = { target: string; client: string; comment: string; dress(parts: Parts): string };

const [BASE, KEY, SECRET, TOKEN] = ['SIGILL_BASE_URL', 'SIGILL_PUBLIC_KEY', 'SIGILL_SECRET', 'ACCESS_TOKEN'];
/** Where a developer gets the access token: a comment behind the variable, because Python prints that line if the variable is not set. */
const SOURCE_OF_TOKEN = 'the access_token of password.authenticate';
const SITE = `"${facts.site_url}"`;
const urlOf = (path: string) => `"${facts.site_url}${path}"`;

const languages = {
  python: {
    target: 'python',
    client: 'requests',
    comment: '  # ',
    dress({ code, path, scheme }) {
      const variable = (name: string) => `os.environ["${name}"]`;
      const line = new RegExp(`"Authorization": "${CREDENTIALS}"`);
      const authorised =
        scheme === 'apiKey'
          ? code
              .replace(new RegExp(`    "Authorization": "${CREDENTIALS}",?\n`), '')
              .replace(
                'requests.post(url, json=payload, headers=headers)',
                `requests.post(\n    url,\n    json=payload,\n    headers=headers,\n    auth=(${variable(KEY)}, ${variable(SECRET)}),\n)`,
              )
          : code.replace(line, `"Authorization": "Bearer " + ${variable(TOKEN)}`);
      const url = `os.environ.get("${BASE}", ${SITE}) + "${path}"`;
      return `import os\n\n${authorised.replace(urlOf(path), url)}`;
    },
  },
  php: {
    target: 'php',
    client: 'curl',
    comment: ' // ',
    dress({ code, path, body, scheme }) {
      const variable = (name: string) => `getenv("${name}")`;
      const readable = code
        .replace(urlOf(path), `(${variable(BASE)} ?: ${SITE}) . "${path}"`)
        .replace(
          /CURLOPT_POSTFIELDS => (?:json_encode\([\s\S]*?\]\)|"[^\n]*"),\n(?= {2}CURLOPT_HTTPHEADER)/,
          () => `CURLOPT_POSTFIELDS => <<<'JSON'\n${indented(body, '    ')}\n    JSON,\n`,
        )
        .replace(/ {2}CURLOPT_(ENCODING|MAXREDIRS|HTTP_VERSION) => [^\n]*\n/g, '')
        .replace('CURLOPT_TIMEOUT => 30', 'CURLOPT_TIMEOUT => 60');
      return scheme === 'apiKey'
        ? readable
            .replace(`    "Authorization: ${CREDENTIALS}",\n`, '')
            .replace(
              '  CURLOPT_HTTPHEADER',
              `  CURLOPT_USERPWD => ${variable(KEY)} . ":" . ${variable(SECRET)},\n  CURLOPT_HTTPHEADER`,
            )
        : readable.replace(`"Authorization: ${CREDENTIALS}"`, `"Authorization: Bearer " . ${variable(TOKEN)}`);
    },
  },
  java: {
    target: 'java',
    client: 'nethttp',
    comment: ' // ',
    dress({ code, path, body, json, scheme }) {
      const variable = (name: string) => `System.getenv("${name}")`;
      const base = `var base = System.getenv().getOrDefault("${BASE}", ${SITE});\n`;
      const basic = `var credentials = ${variable(KEY)} + ":" + ${variable(SECRET)};\n`;
      const value =
        scheme === 'apiKey'
          ? '"Basic " + Base64.getEncoder().encodeToString(credentials.getBytes())'
          : `"Bearer " + ${variable(TOKEN)}`;
      const program = code
        .replace(urlOf(path), `base + "${path}"`)
        .replace('HttpRequest request', 'var request')
        .replace('HttpResponse<String> response', 'var response')
        .replace(`"${CREDENTIALS}"`, value)
        .replace(
          `.method("POST", HttpRequest.BodyPublishers.ofString(${json}))`,
          () => `.POST(HttpRequest.BodyPublishers.ofString("""\n${indented(escaped(body), '        ')}\n        """))`,
        );
      const imports = ['java.net.URI', 'java.net.http.*', ...(scheme === 'apiKey' ? ['java.util.Base64'] : [])];
      const statements = base + (scheme === 'apiKey' ? basic : '') + program;
      return `${imports.map((name) => `import ${name};\n`).join('')}
public class Call {
    public static void main(String[] arguments) throws Exception {
${indented(statements, '        ')}
    }
}`;
    },
  },
  go: {
    target: 'go',
    client: 'native',
    comment: ' // ',
    dress({ code, path, body, json, scheme }) {
      const variable = (name: string) => `os.Getenv("${name}")`;
      const packages = ['fmt', 'io', 'net/http', 'os', 'strings'];
      const base = `base := ${variable(BASE)}\n\tif base == "" {\n\t\tbase = ${SITE}\n\t}`;
      return code
        .replace(`url := ${urlOf(path)}`, `${base}\n\turl := base + "${path}"`)
        .replace(/import \([^)]*\)/, `import (\n${packages.map((name) => `\t"${name}"\n`).join('')})`)
        .replace(json, () => `\`${body}\``)
        .replace(
          `req.Header.Add("Authorization", "${CREDENTIALS}")`,
          scheme === 'apiKey'
            ? `req.SetBasicAuth(${variable(KEY)}, ${variable(SECRET)})`
            : `req.Header.Add("Authorization", "Bearer "+${variable(TOKEN)})`,
        )
        .replace(
          'res, _ := http.DefaultClient.Do(req)\n',
          'res, err := http.DefaultClient.Do(req)\n\tif err != nil {\n\t\tpanic(err)\n\t}',
        )
        .replace('func main() {\n\n', 'func main() {\n')
        .replace(/\n\n\}$/, '\n}');
    },
  },
  csharp: {
    target: 'csharp',
    client: 'httpclient',
    comment: ' // ',
    dress({ code, path, body, json, scheme }) {
      const variable = (name: string) => `Environment.GetEnvironmentVariable("${name}")`;
      const base = `var baseUrl = ${variable(BASE)} ?? ${SITE};\n`;
      const basic = `var credentials = ${variable(KEY)} + ":" + ${variable(SECRET)};\n`;
      const value =
        scheme === 'apiKey'
          ? '"Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(credentials))'
          : `"Bearer " + ${variable(TOKEN)}`;
      return code
        .replace('using System.Net.Http.Headers;\n', () =>
          scheme === 'apiKey'
            ? `using System.Net.Http.Headers;\nusing System.Text;\n\n${base}${basic}`
            : `using System.Net.Http.Headers;\n\n${base}`,
        )
        .replace(urlOf(path), `baseUrl + "${path}"`)
        .replace(`"${CREDENTIALS}"`, value)
        .replace(json, () => `"""\n${indented(body, '        ')}\n        """`)
        .replace('    response.EnsureSuccessStatusCode();\n', '');
    },
  },
} satisfies Record<string, Dress>;

type Sampled = keyof typeof languages;
export const sampled = Object.keys(languages) as Sampled[];
const isSampled = (name: string): name is Sampled => name in languages;

const indented = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => line && by + line)
    .join('\n');

/** In a Java text block, a backslash begins an escape. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\');

async function requestSample(language: Sampled, operation: Operation): Promise<string> {
  const { target, client, comment, dress }: Dress = languages[language];
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
  const program = dress({
    code,
    path: operation.path,
    body: JSON.stringify(value, null, 2),
    json: JSON.stringify(JSON.stringify(value)),
    scheme,
  });
  return program.trim().replace(new RegExp(`.*"${TOKEN}".*`), (line) => line + comment + SOURCE_OF_TOKEN);
}
