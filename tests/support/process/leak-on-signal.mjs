// Preloaded with --import: a process that keeps 100 MB more each time.
const kept = [];
process.on('SIGUSR2', () => {
  kept.push(Buffer.alloc(100 * 1024 * 1024, 1));
});
