/**
 * No cycles among the folders. These rules are not in import-rules.cjs, because type imports do not count here: the database
 * collects the row types of all rooms, and `core/deps.ts` names everything that the composition root creates.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'A room that needs another is not needed by it.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests may import everything.
    exclude: { path: '(^|/)(dist|generated)/|\\.test\\.tsx?$' },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'default'] },
  },
};
