import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** As Expo reads it: with Node, without the libraries of the app, whose tsconfig the test runner would need. */
function configOfApp(): { android: { blockedPermissions?: string[] } } {
  const cwd = join(import.meta.dirname, '../example');
  const print = `console.log(JSON.stringify((await import('./app.config.ts')).default))`;
  const node = ['--input-type=module', '--eval', print];
  return JSON.parse(execFileSync(process.execPath, node, { cwd, encoding: 'utf8' }));
}

test('does not request permission to draw over other apps, or for files on the phone', () => {
  const refused = ['SYSTEM_ALERT_WINDOW', 'READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'];
  expect(configOfApp().android.blockedPermissions).toEqual(refused.map((name) => `android.permission.${name}`));
});
