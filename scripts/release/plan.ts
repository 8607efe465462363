/** Plans a release: its versions and changelog entry, or why it is refused. Writes nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, treeOf } from '../../openapi/contract/tree.ts';
import type { Verdict } from '../../openapi/diff/causes.ts';
import { compareSources, type Report, sentenceOf, textOf } from '../../openapi/diff/report.ts';
import { readChangelog, released, unreleased } from './changelog.ts';
import { CONTRACT, releasedContract, tagOf } from './kept.ts';

export interface Plan {
  version: string;
  contractVersion: string;
  tag: string;
  entry: string;
  changelog: string;
}

/** Why nothing is released. The message is for the person who runs the release. */
export class ReleaseRefused extends Error {}

/** `least` is the minimum step, for an SDK that gained something without a change of the contract. */
export function planRelease(folder: string, date: string, least: Step): Plan {
  const dirty = git(folder, 'status', '--porcelain');
  if (dirty) throw new ReleaseRefused(`Commit or stash these changes first:\n${dirty}`);
  const before = releasedContract(folder);
  const after = readSource(join(folder, CONTRACT));
  // Without an earlier release, the current state is the first one.
  const report = before && compareSources(before, after);
  if (report?.verdict === 'major')
    throw new ReleaseRefused(`${textOf(report)}Breaking changes are not released within v1.`);
  const changelog = readChangelog(folder);
  const hasGrown = report !== undefined && report.causes.length > 0;
  if (!unreleased(changelog) && !hasGrown)
    throw new ReleaseRefused(
      'sdk/client/CHANGELOG.md does not describe this release. Write at its top, under "## Unreleased", what users gain.',
    );
  const current = String(JSON.parse(readFileSync(join(folder, 'sdk/client/package.json'), 'utf8')).version);
  const contractNow = String(treeOf(after.contract['info'])['version']);
  const version = report ? next(current, stepOf(report, least)) : current;
  const contractVersion = report ? next(contractNow, report.verdict) : contractNow;
  const tag = tagOf(version);
  if (git(folder, 'tag', '--list', tag)) throw new ReleaseRefused(`The tag ${tag} already exists.`);
  const changes = report ? changesOf(report, contractVersion) : '';
  return { version, contractVersion, tag, ...released(changelog, `${version} · ${date}`, changes) };
}

/** Each release needs a new version, so it is at least a patch. */
const stepOf = ({ verdict }: Report, least: Step): Step =>
  verdict === 'minor' || least === 'minor' ? 'minor' : 'patch';

function changesOf({ verdict, causes }: Report, version: string): string {
  if (verdict === 'none') return '';
  if (causes.length === 0) return `Version ${version} of the contract changes texts and examples only.`;
  return `Version ${version} of the contract:\n\n${causes.map((cause) => `- ${sentenceOf(cause)}`).join('\n')}`;
}

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

export type Step = Exclude<Verdict, 'major'>;

/** `1.2.3` becomes `1.3.0` with the step `minor` and `1.2.4` with `patch`, and is unchanged with `none`. */
export function next(version: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return step === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}
