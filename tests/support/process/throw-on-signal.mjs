// Preloaded with --import: causes an unhandled rejection on SIGUSR2, as an unforeseen defect would.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a defect that nobody foresaw'));
});
