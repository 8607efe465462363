import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const { withPacePolling } = createRequire(import.meta.url)('./pace-polling.cjs') as {
  withPacePolling: (source: string) => string;
};

/** The place in NfcManager.m of react-native-nfc-manager 3.17.2. */
const LIBRARY = `        if (tagSession == nil && session == nil) {
            NFCPollingOption pollFlags = NFCPollingISO14443 | NFCPollingISO15693;
            if ([techs containsObject:@"felica"]) {
                pollFlags |= NFCPollingISO18092;
            }
`;

test('the library gets the choice to look for nothing but PACE, once', () => {
  const prepared = withPacePolling(LIBRARY);
  expect(prepared).toContain('[[options objectForKey:@"pollingIOS"] isEqual:@"PACE"]');
  expect(prepared.indexOf('pollFlags = NFCPollingPACE;')).toBeGreaterThan(prepared.indexOf('NFCPollingISO15693;'));
  expect(withPacePolling(prepared)).toBe(prepared);
});

test('a library that is built otherwise is left alone, and the app is not built without a word', () => {
  const other = LIBRARY.replace('NFCPollingISO14443 | NFCPollingISO15693', 'pollingOf(options)');
  expect(() => withPacePolling(other)).toThrow('does not know this version of react-native-nfc-manager');
  expect(() => withPacePolling(LIBRARY + LIBRARY)).toThrow('does not know this version');
});
