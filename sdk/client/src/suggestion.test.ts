import { describe, expect, test } from 'vitest';
import { suggestion } from './suggestion.ts';

describe('a suggestion', () => {
  test.each([
    ['lissten', ['listen', 'trigger'], 'listen'],
    ['maxRetrys', ['maxRetries', 'timeoutMs'], 'maxRetries'],
    ['max_retries', ['timeoutMs', 'maxRetries'], 'maxRetries'],
    ['LISTEN', ['listen'], 'listen'],
    ['ab', ['abc', 'abcd'], 'abc'],
  ])('for %s among %j is %s', (given, words, meant) =>
    expect(suggestion(given, words)).toBe(` Did you mean ${meant}?`),
  );

  test.each([
    ['more than three letters away', 'transport', ['transaction']],
    ['more than half of the word away', 'abc', ['ax']],
    ['another order of the same letters', 'listen', ['silent']],
    ['anything, where there is nothing', 'listen', []],
  ])('is not %s', (_, given, words) => expect(suggestion(given, words)).toBe(''));
});
