/** The beginning of the line that a process of the service prints once it listens. */
export const READY = 'Sigill is running at';
