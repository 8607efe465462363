import { expect, test } from 'vitest';
import { htmlInEnglish } from '../../i18n/html-in-english';
import { NavigationProvider } from '../navigation/navigation-context';
import { FailureAlert } from './FailureAlert';

const shown = (code: string, pathname = '/session/1', cause?: string): string =>
  htmlInEnglish(
    <NavigationProvider value={{ pathname, go: () => {}, prepare: () => {} }}>
      <FailureAlert
        state="REJECTED"
        failure={{ code, message: 'Because.', retryable: false, ...(cause && { cause }) }}
      />
    </NavigationProvider>,
  );

test('links a failure to its remedy, in the language of the page', () => {
  expect(shown('document_expired')).toContain('href="/failure-guide#document_expired"');
  expect(shown('nfc_lost', '/es/demo')).toContain('href="/es/failure-guide#nfc_lost"');
});

test('shows an unknown failure in the service’s words', () => {
  expect(shown('brand_new')).toMatch(/Because\.[\s\S]*brand_new/);
  expect(shown('brand_new')).not.toContain('href');
});

test('shows a cause in words, and an unknown one by its name', () => {
  const known = shown('read_error', '/session/1', 'file_not_found');
  expect(known).toContain('A file that the document lists is not on the chip (6A82).');
  expect(known).toContain('file_not_found');
  expect(shown('read_error', '/session/1', 'cosmic_ray')).toContain('cosmic_ray');
});
