/** Benchmarks come with the issues that ask for them; until then there is nothing to measure. */
process.stdout.write('No benchmarks yet.\n');
