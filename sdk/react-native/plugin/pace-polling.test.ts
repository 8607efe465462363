import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const { withPacePolling } = createRequire(import.meta.url)('./pace-polling.cjs') as {
  withPacePolling: (source: string) => string;
};

/** The lines of NfcManager.m in react-native-nfc-manager 3.17.2 that the plugin patches. */
const LIBRARY = `        if (tagSession == nil && session == nil) {
            NFCPollingOption pollFlags = NFCPollingISO14443 | NFCPollingISO15693;
            if ([techs containsObject:@"felica"]) {
                pollFlags |= NFCPollingISO18092;
            }
`;

test('adds the option to poll for PACE only, once', () => {
  const prepared = withPacePolling(LIBRARY);
  expect(prepared).toContain('[[options objectForKey:@"pollingIOS"] isEqual:@"PACE"]');
  expect(prepared.indexOf('pollFlags = NFCPollingPACE;')).toBeGreaterThan(prepared.indexOf('NFCPollingISO15693;'));
  expect(withPacePolling(prepared)).toBe(prepared);
});

test('leaves a library with other code unchanged, and stops the build with a message', () => {
  const other = LIBRARY.replace('NFCPollingISO14443 | NFCPollingISO15693', 'pollingOf(options)');
  expect(() => withPacePolling(other)).toThrow('does not support this version of react-native-nfc-manager');
  expect(() => withPacePolling(LIBRARY + LIBRARY)).toThrow('does not support this version');
});
