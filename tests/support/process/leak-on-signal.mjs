// Preloaded with --import: the process keeps 100 MB more at each SIGUSR2.
const kept = [];
process.on('SIGUSR2', () => {
  kept.push(Buffer.alloc(100 * 1024 * 1024, 1));
});
