import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../i18n/languages';
import { loadCaptureTexts } from '../../capture/capture-texts';
import captureTexts from '../../capture/texts/en.json';
import { loadTexts } from '../languages';
import en from './en.json';

type Texts = { [name: string]: string | Texts };
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text]] : flat(text, `${prefix}${name}.`),
  );
const places = (text: string) => String([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());

/** The names of texts that are spelt as in English, by language. */
const SAME: Partial<Record<Language, string[]>> = { sv: ['specimen'], de: ['specimen'] };
/** English words that occur in no other language's sentences. */
const ENGLISH = /(?<!\p{L})(the|this|your|and|with|what|phone|wait|checked)(?!\p{L})/iu;
const isSentence = (text: string) => /[.!?؟]$/.test(text);

function problemsOf(language: Language, name: string, english: string, text: string | undefined): string[] {
  if (!text?.trim()) return [`${name} is missing`];
  const script = language === 'ar' ? /\p{Script=Arabic}/u : /\p{Script=Latin}/u;
  return [
    ...(places(text) === places(english) ? [] : [`${name} has other places to fill`]),
    ...(text === english && !SAME[language]?.includes(name) ? [`${name} is not translated`] : []),
    ...(ENGLISH.test(text) ? [`${name} has English in it`] : []),
    ...(script.test(text) ? [] : [`${name} is in another script`]),
    ...(/['"]/.test(text) ? [`${name} has the quotes of a typewriter`] : []),
    ...(isSentence(text) === isSentence(english) ? [] : [`${name} ends otherwise`]),
  ];
}

const files: [string, Texts, (language: Language) => Promise<Texts>][] = [
  ['the page', en, loadTexts],
  ['camera and flow', captureTexts, loadCaptureTexts],
];

describe.each(files)('%s', (_, english, load) => {
  test.each(languages.filter((language) => language !== 'en'))(
    '%s has every text that English has',
    async (language) => {
      const texts = new Map(flat(await load(language)));
      expect(flat(english).flatMap(([name, text]) => problemsOf(language, name, text, texts.get(name)))).toEqual([]);
      expect([...texts.keys()]).toEqual(flat(english).map(([name]) => name));
    },
  );
});
