// Preloaded with --import: a defect that nobody foresaw, on demand.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a defect that nobody foresaw'));
});
