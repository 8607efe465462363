import { expect, test } from 'vitest';
import { firstKnown, languageOfPath } from './languages';

test.each([
  [['de-AT', 'en'], 'de'],
  [['tlh', 'pt-BR', 'es'], 'pt'],
  [['AR-eg'], 'ar'],
  [['ja', 'zh-Hans'], 'en'],
  [[], 'en'],
])('a browser that asks for %j gets %s', (wanted, language) => expect(firstKnown(wanted)).toBe(language));

test.each([
  ['/ar/open', 'ar'],
  ['/open', undefined],
  ['/tlh/open', undefined],
  ['/toString/open', undefined],
])('the language of %s is %s', (path, language) => expect(languageOfPath(path)).toBe(language));
