/**
 * Fails when a message has no Spanish or git tracks build output. In CI it also fails when a committed generated file is out of
 * date; elsewhere `generate` has just updated it. Run after `generate`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';

/** The output that git keeps. CONTRIBUTING.md says why. */
const KEPT = [
  'sdk/client/api.md',
  'sdk/reader/src/generated/',
  'sdk/client/src/generated/api/',
  'web/src/routeTree.gen.ts',
];
const CATALOG = 'web/src/i18n/es.po';
const HEADING = '^(//|#|<!--|/\\*+) *(This file was automatically g|G)enerated (from|by) ';

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const lingui = join(root, 'node_modules/.bin/lingui');
const extracted = spawnSync(lingui, ['extract', '--clean', '--locale', 'es', '--config', 'lingui.config.ts'], {
  cwd: join(root, 'web'),
  encoding: 'utf8',
});
if (extracted.status !== 0) throw new Error(`lingui extract failed:\n${extracted.stdout}${extracted.stderr}`);

const catalog = readFileSync(join(root, CATALOG), 'utf8').replaceAll('"\n"', '');
const ignored = git('ls-files', '--cached', '--ignored', '--exclude-per-directory=.gitignore');
const headed = git('grep', '--cached', '--files-with-matches', '--extended-regexp', '-e', HEADING);
const problems = {
  // A message without a translation would appear in English on Spanish pages.
  [`These messages have no Spanish in ${CATALOG}`]: [...catalog.matchAll(/^msgid "(.+)"\nmsgstr ""$/gm)].map(
    ([, message]) => message,
  ),
  'These generated files are not current. Run `npm run check` and commit what it has changed':
    process.env['CI'] === undefined ? [] : git('status', '--porcelain', '--', ...KEPT, CATALOG),
  'A build writes these files, so git must not keep them. Add them to .gitignore, and run `git rm --cached`': [
    ...new Set([...ignored, ...headed]),
  ].filter((path) => !KEPT.some((kept) => path.startsWith(kept))),
};
for (const [problem, found] of Object.entries(problems))
  if (found.length > 0) {
    process.stderr.write(`${problem}:\n${found.join('\n')}\n`);
    process.exitCode = 1;
  }
