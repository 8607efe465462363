// Preloaded with --import: leaks another 100 MB on each SIGUSR2.
const kept = [];
process.on('SIGUSR2', () => {
  kept.push(Buffer.alloc(100 * 1024 * 1024, 1));
});
