/** Fails when a committed generated file is out of date. Run after `generate`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../contract/contract.ts';

const GENERATED = [
  'sdk/client/src/generated',
  'sdk/reader/src/generated',
  'sdk/client/api.md',
  'web/src/routeTree.gen.ts',
  'web/src/i18n/es.po',
];

// A message missing from the catalog would appear in English on Spanish pages.
const lingui = join(root, 'node_modules/.bin/lingui');
const extracted = spawnSync(lingui, ['extract', '--clean', '--locale', 'es', '--config', 'lingui.config.ts'], {
  cwd: join(root, 'web'),
  encoding: 'utf8',
});
if (extracted.status !== 0) throw new Error(`lingui extract failed:\n${extracted.stdout}${extracted.stderr}`);

const catalog = readFileSync(join(root, 'web/src/i18n/es.po'), 'utf8').replaceAll('"\n"', '');
const untranslated = [...catalog.matchAll(/^msgid "(.+)"\nmsgstr ""$/gm)].map(([, message]) => message);
if (untranslated.length > 0) {
  process.stderr.write(`These messages have no Spanish in web/src/i18n/es.po:\n${untranslated.join('\n')}\n`);
  process.exit(1);
}

const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...GENERATED], { cwd: root, encoding: 'utf8' });
if (stdout.trim()) {
  process.stderr.write(`These generated files are not current; run \`npm run generate\` and commit them:\n${stdout}`);
  process.exit(1);
}
