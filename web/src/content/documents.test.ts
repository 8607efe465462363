import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileDocument } from '../../content-plugin';
import type { Document } from '../features/guides/document';
import { resources } from '../features/reference/reference';
import { portalPages } from './portal-map';
import { allPages } from './site-map';

const folder = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(folder(path), 'utf8');
const files = (path: string) =>
  readdirSync(folder(path)).filter((file) => file.endsWith('.md') && !file.includes('.es.'));

describe('compileDocument', () => {
  test('extracts title and lead, and keeps the rest in order', () => {
    const { title, lead, headings, blocks } = compileDocument(
      '# A\n\nLead.\n\n## B c\n\nText.\n\n```ts\nx;\n```\n',
      'en',
    );
    expect({ title, lead, headings }).toEqual({
      title: 'A',
      lead: 'Lead.',
      headings: [{ id: 'b-c', text: 'B c', level: 2 }],
    });
    expect(blocks).toEqual([
      { html: '<h2 id="b-c">B c</h2>\n<p>Text.</p>\n' },
      { tabs: [{ label: 'TypeScript', code: 'x;' }] },
    ]);
  });

  test('merges adjacent code fences of the same name into tabs', () => {
    const fence = (info: string) => `\`\`\`${info}\n1\n\`\`\`\n`;
    const { blocks } = compileDocument(`${fence('ts name=a')}${fence('curl name=a')}${fence('curl name=b')}`, 'en');
    expect(blocks).toMatchObject([
      { tabs: [{ label: 'TypeScript' }, { label: 'curl' }] },
      { tabs: [{ label: 'curl' }] },
    ]);
  });

  test('keeps links in the language of the page', () => {
    const html = (locale: 'en' | 'es') =>
      JSON.stringify(compileDocument('[a](/b) [c](/openapi.yaml) [d](https://e.example)', locale));
    expect(html('en')).toContain('href=\\"/b\\"');
    expect(html('es')).toContain('href=\\"/es/b\\"');
    expect(html('es')).toContain('href=\\"/openapi.yaml\\"');
    expect(html('es')).toContain('href=\\"https://e.example\\"');
  });

  test('picks the right language of a bilingual heading', () => {
    const heading = (locale: 'en' | 'es') => compileDocument('## Your use / Tu uso', locale).headings;
    expect(heading('en')).toEqual([{ id: 'your-use', text: 'Your use', level: 2 }]);
    expect(heading('es')).toEqual([{ id: 'your-use', text: 'Tu uso', level: 2 }]);
  });

  test('escapes HTML', () => {
    expect(JSON.stringify(compileDocument('<script>alert(1)</script> [x](javascript:alert(1))', 'en'))).not.toMatch(
      /<script|href/,
    );
  });

  test('rejects unknown facts and unsupported diagrams', () => {
    expect(() => compileDocument('{{nothing}}', 'en')).toThrow('No such fact: nothing');
    expect(() => compileDocument('```mermaid\npie\n```', 'en')).toThrow('Not a diagram that we draw: pie');
  });
});

describe.each(files('../../../docs/guides/'))('the guide %s', (file) => {
  const english = compileDocument(read(`../../../docs/guides/${file}`), 'en');
  const spanish = compileDocument(read(`../../../docs/guides/${file.replace('.md', '.es.md')}`), 'es');
  // Output blocks have a translated label, so both are compared under one name.
  const code = ({ blocks }: Document) =>
    blocks
      .filter((block) => 'tabs' in block)
      .map(({ tabs }) => tabs.map(({ label, plain, ...tab }) => ({ ...tab, label: plain ? 'Output' : label })));
  const shapes = ({ blocks }: Document) =>
    blocks.flatMap((block) => ('kind' in block ? block.edges.map(({ from, to }) => from + to) : []));

  test('has the same sections, code and diagrams in Spanish', () => {
    expect(spanish.headings.map(({ id }) => id)).toEqual(english.headings.map(({ id }) => id));
    expect(code(spanish)).toEqual(code(english));
    expect(shapes(spanish)).toEqual(shapes(english));
    expect(spanish.title).not.toBe(english.title);
  });

  test('links only to existing pages and headings', () => {
    const text = JSON.stringify(english.blocks);
    const known = [
      ...allPages.map(({ path }) => path),
      ...resources.map(({ slug }) => `/api-reference/${slug}`),
      ...portalPages.map(({ path }) => path),
      ...['/api-reference/errors', '/api-reference/events', '/add-keys', '/new-verification', '/links', '/policies'],
      ...['/callback-endpoints', '/callback-test', '/callback-secret', '/verify-email', '/enable-billing'],
      ...['/change-spending-cap', '/sign-in-security', '/old_demo'],
    ];
    for (const [, path, hash] of text.matchAll(/href=\\"(\/[\w/-]*|)(?:#([\w.-]+))?\\"/g)) {
      if (path) expect(known).toContain(path);
      else expect(english.headings.map(({ id }) => id)).toContain(hash);
    }
  });
});

describe.each(files('./legal/'))('the legal text %s', (file) => {
  const english = compileDocument(read(`./legal/${file}`), 'en');
  const spanish = compileDocument(read(`./legal/${file}`), 'es');
  const front = english.front as { effective: string; title: object; introduction: object };

  test('has headings and an introduction in both languages, and the right date', () => {
    expect(front.effective).toBe(file.endsWith('-app.md') ? '2021-08-13' : '2023-09-26');
    expect(Object.keys(front.title)).toEqual(['en', 'es']);
    expect(Object.keys(front.introduction)).toEqual(['en', 'es']);
    for (const [index, { text }] of english.headings.entries()) expect(spanish.headings[index]?.text).not.toBe(text);
  });

  test('is under Swedish law', () => expect(JSON.stringify(english.blocks)).toContain('Swedish law applies'));
});

test.each([
  ['privacy-identity-app', /up to 24 hours.*shared with the third party|shared with the third party.*up to 24 hours/],
  ['privacy-passport-app', /on the device only until the app is closed/],
  [
    'privacy-service',
    /E-mail address.*First and last name.*IP address.*Business name and address.*VAT number, if applicable.*local storage/,
  ],
  [
    'terms-service',
    /href=\\"\/pricing\\".*Billing is monthly.*VAT is added as deemed required.*credit card, debit card or invoice.*end of the current billing cycle/,
  ],
  ['data-processing-agreement', /customer is the controller.*is the processor/],
])('%s states the required facts', (name, facts) => {
  expect(JSON.stringify(compileDocument(read(`./legal/${name}.md`), 'en').blocks)).toMatch(facts);
});
