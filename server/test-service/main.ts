/** The service in its own process, for integrators' tests: `@sigill/sdk/testing` starts it and talks to it over IPC. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { wrongNode } from '../production/node-version.ts';

const refused = wrongNode() ?? missingPackages();
if (refused) {
  process.send?.({ refused });
  process.disconnect?.();
} else {
  module.enableCompileCache();
  const { answerQuestions } = await import('./questions.ts');
  await answerQuestions();
}

/** Packages with native parts: the SDK does not install them for users who only call the API. */
function missingPackages(): string | undefined {
  const packages = JSON.parse(readFileSync(join(import.meta.dirname, 'packages.json'), 'utf8')) as Record<
    string,
    string
  >;
  const missing = Object.entries(packages).filter(([name]) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const wanted = missing.map(([name, version]) => `${name}@${version}`).join(' ');
  return `startTestService runs the service itself, which needs packages that are not installed. Run: npm install --save-dev ${wanted}`;
}

function isInstalled(name: string): boolean {
  try {
    return module.findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
