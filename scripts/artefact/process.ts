/**
 * How the service is started in production. docs/operations.md tells operators the same, and benchmarks start it the same way.
 */

/** With these, glibc gives the memory used for a password or an image back to the system. They must be set before the process starts. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Arguments of chrt that schedule the process as the systemd unit does. Under Linux's normal policy, the thread that responds to
 * calls may wait for milliseconds after waking up, even for a thread of much lower priority.
 */
export const scheduling = ['--reset-on-fork', '--rr', '1'];

/**
 * Requests leave short-lived objects. By default V8 lets them grow to 100 MB before a collection, and keeps that memory for ever. With
 * these options it collects sooner: young objects at 4 MB, and all objects when the heap has grown by 40%.
 */
export const nodeArguments = ['--max-semi-space-size=4', '--heap-growing-percent=40', '--v8-pool-size=1'];
