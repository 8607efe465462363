/** Fails when git tracks build output that nobody reads in the repository. CONTRIBUTING.md says why some output is kept. */
import { spawnSync } from 'node:child_process';
import { root } from '../contract/contract.ts';

const KEPT = [
  'sdk/client/api.md',
  'sdk/reader/src/generated/',
  'sdk/client/src/generated/api/',
  'web/src/routeTree.gen.ts',
];

/** The first line of a file that a tool wrote. */
const HEADING = '^(//|#|<!--|/\\*+) *(This file was automatically g|G)enerated (from|by) ';

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const ignored = git('ls-files', '--cached', '--ignored', '--exclude-per-directory=.gitignore');
const headed = git('grep', '--cached', '--files-with-matches', '--extended-regexp', '-e', HEADING);
const outputs = [...new Set([...ignored, ...headed])].filter((path) => !KEPT.some((kept) => path.startsWith(kept)));
if (outputs.length > 0) {
  process.stderr.write(
    `A build writes these files, so git must not keep them. Add them to .gitignore, and run \`git rm --cached\`:\n${outputs.join('\n')}\n`,
  );
  process.exitCode = 1;
}
