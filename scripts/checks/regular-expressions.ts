/**
 * Fails when a regular expression of the server, SDK or contract can take more than linear time, because a crafted input could then
 * stop the service.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { root } from '../../openapi/contract/contract.ts';

interface Expression {
  place: string;
  pattern: string;
  flags: string;
}

/** Linear patterns are cached, so the next run checks only new ones. */
const SEEN = join(root, 'node_modules/.cache/regular-expressions.json');
const TIMEOUT_MS = 60_000;
/**
 * These read the `baseUrl` passed to the SDK by a program's author, not untrusted input; linear code would be longer and exceed the
 * SDK's byte budget.
 */
const EXCEPTIONS = ['sdk/client/src/client.ts /\\/\\/.*@/', 'sdk/client/src/sigill.ts /\\/+$/'];

function expressionsOfSource(file: string, text: string): Expression[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const add = (node: ts.Node, pattern: string, flags: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ place: `${file}:${line + 1}`, pattern, flags });
  };
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = (node.arguments ?? []).map(textOf);
      if (pattern !== undefined) add(node, pattern, flags ?? '');
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** The text of a literal. Each value interpolated into a template counts as one letter. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
}

/** JSON Schema compiles patterns with the flag `u`. */
function expressionsOfContract(file: string, text: string): Expression[] {
  const lineCounter = new LineCounter();
  const found: Expression[] = [];
  visit(parseDocument(text, { lineCounter }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'pattern' || !isScalar<string>(value)) return;
      found.push({ place: `${file}:${lineCounter.linePos(value.range![0]).line}`, pattern: value.value, flags: 'u' });
    },
  });
  return found;
}

/** Skips generated sources, which repeat the patterns of the contract, and tests, which get no untrusted input. */
function sources(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'sdk'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => /\.(tsx?|[cm]?js)$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file));
}

async function complaintAbout({ place, pattern, flags }: Expression): Promise<string | undefined> {
  const found = await check(pattern, flags, { timeout: TIMEOUT_MS });
  if (found.status === 'safe') return undefined;
  const said =
    found.status === 'vulnerable'
      ? `can take too long: ${found.complexity.summary}, on ${found.attack.pattern}`
      : `could not be checked: ${found.error.kind}`;
  return `${place}: /${pattern}/${flags} ${said}`;
}

const named = process.argv.slice(2);
const files = named.length > 0 ? named : [...sources(), 'openapi/v1.yaml'];
const expressions = files.flatMap((file) => {
  const text = readFileSync(join(named.length > 0 ? '' : root, file), 'utf8');
  return file.endsWith('.yaml') ? expressionsOfContract(file, text) : expressionsOfSource(file, text);
});
const linear = new Set<string>(existsSync(SEEN) ? (JSON.parse(readFileSync(SEEN, 'utf8')) as string[]) : []);
for (const expression of expressions) {
  const text = `/${expression.pattern}/${expression.flags}`;
  if (linear.has(text) || EXCEPTIONS.includes(`${expression.place.split(':')[0]} ${text}`)) continue;
  const complaint = await complaintAbout(expression);
  if (complaint) {
    process.stderr.write(`${complaint}\n`);
    process.exitCode = 1;
  } else linear.add(text);
}
mkdirSync(dirname(SEEN), { recursive: true });
writeFileSync(SEEN, JSON.stringify([...linear]));
