// Preloaded with --import: causes an unhandled rejection on SIGUSR2.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a defect that nobody foresaw'));
});
