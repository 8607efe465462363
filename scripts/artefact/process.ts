/**
 * How the process of a service in production is started: docs/deployment.md says the same to operators, and benchmarks measure it so.
 */

/** With these glibc gives back the memory that a password or an image took. It reads them before a process begins. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Requests leave short-lived objects. V8 would give them up to 100 MB before it looks for the dead ones, and keep that for ever. With
 * this it looks sooner: among the young at 4 MB, and among all when their memory has grown by a fifth.
 */
export const nodeArguments = ['--max-semi-space-size=4', '--heap-growing-percent=20'];
