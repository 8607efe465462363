export const READY = 'Sigill is running at';
