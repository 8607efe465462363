/** Which modules may import which; docs/architecture.md says the same in words. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules must not depend on themselves.',
      { pathNot: '(generated|\\.gen\\.)' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'], pathNot: 'generated' } },
    ),
    forbid(
      'clients-know-no-server',
      'web and sdk reach the server over HTTP only.',
      { path: '^(web|sdk)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^server/' },
    ),
    forbid(
      'server-knows-no-client',
      'The server does not depend on its clients. It shares the types that are generated from the contract, and how a misspelled name is recognized. Commands and the test service are exempt: they use the command line and its phone.',
      { path: '^server/', pathNot: '^server/(commands|operator|test-service)/|\\.test\\.ts$' },
      {
        path: '^(web|sdk/(cli|client|react-native|reader|testing))/',
        pathNot: '^sdk/client/src/(generated/portal/types\\.gen|suggestion)\\.ts$',
      },
    ),
    forbid(
      'packages-know-each-other-by-name',
      'A package imports its own files and, by their names, other packages. The command line bundles the search of the site.',
      { path: '^sdk/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(sdk/$1/|web/src/features/palette/search-words\\.ts$)', dependencyTypes: ['local'] },
    ),
    forbid(
      'the-engine-is-alone',
      'The chip engine imports node:crypto and its own files only.',
      { path: '^sdk/emrtd/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(sdk/emrtd/src/|crypto$|node:crypto$)' },
    ),
    forbid(
      'the-engine-has-one-door',
      'Import the chip engine through its index.ts.',
      { path: '^(server|web|scripts)/', pathNot: '\\.test\\.ts$' },
      { path: '^sdk/emrtd/src/', pathNot: '^sdk/emrtd/src/index\\.ts$' },
    ),
    forbid(
      'the-reader-runs-everywhere',
      'The reader core imports its own files and the noble packages only: it runs in browsers, in Node and in React Native.',
      { path: '^sdk/reader/src/', pathNot: '\\.test\\.ts$|^sdk/reader/src/pcsc/' },
      { pathNot: '^(sdk/reader/src/|(sdk/reader/)?node_modules/@noble/)' },
    ),
    forbid(
      'a-reading-knows-no-phone',
      'Only the screens import React Native, and only the hook imports React: everything else runs in Node.',
      {
        path: '^sdk/react-native/src/',
        pathNot:
          '\\.test\\.tsx?$|^sdk/react-native/src/(screens|theme)/|^sdk/react-native/src/(index|reading/use-reader)\\.ts$',
      },
      { path: 'node_modules/react|^react|^sdk/react-native/src/(screens|theme)/' },
    ),
    forbid(
      'stand-ins-know-no-service',
      'Stand-ins implement the real protocols, and know nothing of the service.',
      { path: '^server/stand-ins/' },
      { path: '^(server|web|sdk|openapi|scripts|tests)/', pathNot: '^(server/stand-ins|openapi/facts)/' },
    ),
    forbid(
      'stand-ins-belong-to-local-mode',
      'Only local mode and tests use stand-ins.',
      { path: '^(server|sdk|web|scripts)/', pathNot: '^server/(local|stand-ins)/|\\.test\\.ts$' },
      { path: '^server/stand-ins/' },
    ),
    forbid(
      'production-loads-no-local-mode',
      'Local mode is imported dynamically; only its types may be imported statically.',
      { path: '^server/', pathNot: '^server/local/|\\.test\\.ts$' },
      { path: '^server/local/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    ),
    forbid(
      'http-knows-no-domain',
      'The HTTP layer knows handlers, not domains.',
      { path: '^server/http/', pathNot: '\\.test\\.ts$' },
      {
        path: '^server/(audit|auth|billing|callbacks|codes|dashboard|demo|links|local|mail|merchants|payments|reader|requests|sessions|specimen|stand-ins|trust|users)/|^sdk/emrtd/',
      },
    ),
    forbid(
      'operations-ask-services',
      'A handler asks a service; it opens no query.',
      { path: '\\.operations\\.ts$' },
      {
        path: '^(node_modules/kysely|server/database/database)|\\.repository\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'repositories-know-tables-only',
      'A repository knows tables, not rules.',
      { path: '\\.repository\\.ts$' },
      { path: '\\.(service|operations|worker|workers)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'a-repository-serves-its-own-room',
      'What another room knows is asked of its service; the database alone collects the rows of all.',
      { path: '^server/([^/]+)/', pathNot: '\\.test\\.ts$|^server/database/database\\.ts$' },
      { path: '^server/[^/]+/.+\\.(repository|table)\\.ts$', pathNot: '^server/$1/' },
    ),
    forbid(
      'documents-are-drawn-in-a-thread',
      'Drawing a PDF takes tens of milliseconds, in which no call would be answered, so only the thread imports the code that does it.',
      { path: '^server/', pathNot: '^server/(drawing/drawing-thread\\.ts|(billing|sessions)/document/)|\\.test\\.ts$' },
      {
        path: '^server/[^/]+/document/([a-z-]+-document|pdf-page|sheet)\\.ts$|node_modules/pdfkit',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rooms-stand-below-the-house',
      'main, compose, app and operations put the rooms together; no room knows them. Programs that run the service are no rooms.',
      { path: '^server/[^/]+/', pathNot: '^server/(operator|production|test-service)/|\\.test\\.ts$' },
      { path: '^server/[^/]+\\.ts$' },
    ),
    forbid(
      'services-know-no-handlers',
      'Calls go one way: operations, service, repository.',
      { path: '\\.(service|repository)\\.ts$' },
      { path: '\\.operations\\.ts$' },
    ),
    forbid(
      'one-table-of-handlers',
      'Only operations.ts knows every domain.',
      { path: '^server/', pathNot: '^server/(operations|app)\\.ts$|\\.test\\.ts$' },
      { path: '\\.operations\\.ts$' },
    ),
    forbid(
      'ui-is-plain',
      'Components in ui know no data and no routes.',
      { path: '^web/src/ui/' },
      { path: '^web/src/(routes|features|api)/|@sigill/sdk|react-query' },
    ),
    forbid(
      'features-know-no-routes',
      'Routes use features, not the other way.',
      { path: '^web/src/(features|ui|api)/' },
      { path: '^web/src/routes/' },
    ),
    forbid(
      'the-site-has-one-client',
      'The site calls the service through the SDK, by the client of web/src/api.',
      { path: '^web/src/', pathNot: '^web/src/api/' },
      { path: '^sdk/client/src/portal/portal', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tests-stay-outside',
      'Product code imports no test support.',
      { path: '^(server|web|sdk|openapi|scripts)/', pathNot: '\\.test\\.tsx?$|^scripts/test\\.ts$' },
      { path: '^tests/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.vite)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'default'] },
  },
};
