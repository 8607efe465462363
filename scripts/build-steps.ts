/**
 * The steps of the build. The inputs of a step are its script with all imports, the output of earlier steps, and all files that git
 * does not ignore in the project's folders. Only those that a step certainly does not read are excluded, so a new folder inside them is
 * an input until somebody excludes it.
 */
export interface BuildStep {
  name:
    | 'generate'
    | 'sdk'
    | 'testing'
    | 'cli'
    | 'go'
    | 'python'
    | 'site'
    | 'finish'
    | 'artefact'
    | 'emrtd'
    | 'face'
    | 'reader'
    | 'react-native'
    | 'native';
  title: string;
  script: string;
  args?: string[];
  /** Files that the step does not read, as lines of a .gitignore: later lines override earlier ones. */
  ignores: string[];
  writes: string[];
  /** Globs of files among its output that another step writes. */
  leaves?: string[];
}

/** Files that the step `finish` adds to the built site. */
const FINISH = ['web/dist/assets/**/*.png', 'web/dist/**/*.br', 'web/dist/**/*.gz'];

/** All that a step may read of the root. What else is there has nothing to do with the build, such as a developer's notes. */
const ROOT = [
  ...['docs/', 'openapi/', 'scripts/', 'sdk/', 'server/', 'web/'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

const NEVER = [
  '*.test.ts',
  '*.test.tsx',
  '/*',
  ...ROOT.map((name) => `!/${name}`),
  '/openapi/released/',
  '/server/commands/',
  '/server/deploy/',
];

/** These folders are excluded as a whole: the code that a step runs is found by following the imports of its script. */
const CODE = ['/openapi/contract/', '/openapi/diff/', '/scripts/', '/server/'];

/** Packages in other languages, which only their own steps and the artefact are built from. */
const FOREIGN = ['/sdk/go/', '/sdk/kotlin/', '/sdk/python/', '/sdk/swift/'];

/** Excludes everything except these packages in sdk/, and these files. */
const allBut = (names: string[], ...files: string[]): string[] => [
  ...['*.test.ts', '*.test.tsx', '/*', '!/sdk/', ...files.map((file) => `!/${file}`), '/sdk/*'],
  ...names.flatMap((name) => [`!/sdk/${name}/`, `/sdk/${name}/dist/`, `/sdk/${name}/scripts/`]),
];

/** Output of the SDK's build, and the package for tests: neither the command line nor the site is built from them. */
const PACKED_SDK = ['/sdk/client/dist/', '/sdk/client/*.tgz', '/sdk/testing/'];

export const steps: BuildStep[] = [
  {
    name: 'generate',
    title: 'Generating from the contract',
    script: 'scripts/generate/generate.ts',
    ignores: [...NEVER, ...CODE, '/docs/', '/sdk/', '/web/'],
    writes: [
      'server/generated/**',
      'server/auth/**/*.gen.ts',
      'sdk/client/src/generated/**',
      'sdk/reader/src/generated/**',
      'sdk/go/*.gen.go',
      'sdk/kotlin/src/main/kotlin/example/sigill/reader/Facts.gen.kt',
      'sdk/swift/Sources/SigillReader/Facts.gen.swift',
      'sdk/client/api.md',
      'sdk/python/sigill/_generated*.py',
      'web/src/generated/**',
      'web/src/{content,features}/**/*.gen.ts',
    ],
  },
  {
    name: 'sdk',
    title: 'Building the SDK',
    script: 'scripts/packages/build-sdk.ts',
    ignores: [...NEVER, ...CODE, '/docs/', '/sdk/*', '!/sdk/client/', '/web/'],
    writes: ['sdk/client/dist/**', 'sdk/client/*.tgz'],
  },
  {
    name: 'testing',
    title: 'Building the service for tests',
    script: 'scripts/packages/build-testing.ts',
    ignores: [
      ...NEVER,
      ...FOREIGN,
      '/docs/',
      '/openapi/contract/',
      '/openapi/diff/',
      '/scripts/',
      '/sdk/client/*.tgz',
      '/sdk/cli/dist/',
      '/sdk/cli/*.tgz',
      '/web/',
    ],
    writes: ['sdk/testing/dist/**', 'sdk/testing/*.tgz'],
  },
  {
    name: 'cli',
    title: 'Building the command line',
    script: 'scripts/packages/build-cli.ts',
    // Of the site, the command line includes only the search and the facts that guides name.
    ignores: [
      ...NEVER,
      ...FOREIGN,
      ...CODE,
      ...PACKED_SDK,
      '/sdk/emrtd/',
      ...['/web/*', '!/web/src/', '/web/src/*', '!/web/src/content/', '!/web/src/features/', '/web/src/features/*'],
      '!/web/src/features/palette/',
    ],
    writes: ['sdk/cli/dist/**', 'sdk/cli/*.tgz'],
  },
  {
    name: 'go',
    title: 'Building the Go module',
    script: 'scripts/packages/build-go.ts',
    ignores: allBut(['go']),
    writes: ['sdk/go/dist/**'],
  },
  {
    name: 'python',
    title: 'Building the Python client',
    script: 'scripts/packages/build-python.ts',
    ignores: allBut(['python']),
    writes: ['sdk/python/dist/*.whl'],
  },
  {
    name: 'site',
    title: 'Building the site',
    script: 'web/generator/build.ts',
    ignores: [...NEVER, ...FOREIGN, ...CODE, ...PACKED_SDK, '/sdk/cli/', '/sdk/emrtd/'],
    writes: ['web/dist/**', 'web/dist/.{pictures,vite}/**', 'web/src/routeTree.gen.ts'],
    leaves: FINISH,
  },
  {
    name: 'finish',
    title: 'Drawing pictures and compressing',
    script: 'web/generator/finish.ts',
    ignores: ['/*', '!/package-lock.json', '!/web/', '/web/*', '!/web/dist/'],
    writes: FINISH,
  },
  {
    name: 'emrtd',
    title: 'Building the package of the chip engine',
    script: 'scripts/packages/build-package.ts',
    args: ['emrtd'],
    ignores: allBut(['emrtd'], 'tsconfig.json'),
    writes: ['sdk/emrtd/*.tgz'],
  },
  {
    name: 'face',
    title: 'Building the package for face verification',
    script: 'scripts/packages/build-face.ts',
    ignores: allBut(['face'], 'package-lock.json', 'tsconfig.json'),
    writes: ['sdk/face/dist/**', 'sdk/face/*.tgz'],
  },
  {
    name: 'reader',
    title: 'Building the package of the reader',
    script: 'scripts/packages/build-package.ts',
    args: ['reader'],
    ignores: allBut(['reader'], 'tsconfig.json'),
    writes: ['sdk/reader/*.tgz'],
  },
  {
    name: 'react-native',
    title: 'Building the React Native package',
    script: 'scripts/packages/build-react-native.ts',
    ignores: [
      ...allBut(['reader', 'react-native'], 'tsconfig.json'),
      ...['/sdk/react-native/example/', '/sdk/react-native/installed/', '*.tgz'],
    ],
    writes: ['sdk/react-native/*.tgz'],
  },
  {
    name: 'native',
    title: 'Packing the readers for Kotlin and Swift',
    script: 'scripts/packages/build-native.ts',
    ignores: allBut(['kotlin', 'swift']),
    writes: ['sdk/{kotlin,swift}/dist/*.zip'],
  },
  {
    name: 'artefact',
    title: 'Building what runs in production',
    script: 'scripts/artefact/build.ts',
    ignores: [
      ...NEVER,
      '/docs/',
      ...['cli', 'client', 'react-native', 'testing'].flatMap((name) => [`/sdk/${name}/dist/`, `/sdk/${name}/src/`]),
      '/web/src/',
    ],
    // Excludes installed packages and the compile cache.
    writes: ['dist/*', 'dist/sdk/**', 'dist/server/**', 'dist/web/**'],
  },
];

/** The steps that tests need. Production runs from the artefact, which is built on request. */
export const fromSource: BuildStep['name'][] = ['generate', 'sdk', 'cli', 'face', 'go', 'python', 'site', 'finish'];
/** The steps that `npm start` needs after `generate`: independent rows, built in parallel. */
export const sideBySide: BuildStep['name'][][] = [['sdk', 'cli'], ['face'], ['site', 'go', 'python']];
/** The packages from which nothing but the artefact is built. `npm start` builds them while the service already runs. */
export const packages: BuildStep['name'][] = ['testing', 'emrtd', 'reader', 'react-native', 'native'];
