/** One client in a process of its own: how long it takes to import it, and what a call costs this process. */
const [file = '', port, calls] = process.argv.slice(2);

interface ClientFile {
  connect(port: number): (() => Promise<unknown>)[];
}

const started = performance.now();
const before = process.cpuUsage();
const { connect }: ClientFile = await import(file);
const imported = process.cpuUsage(before);
const import_ms = performance.now() - started;

const made = connect(Number(port));
await perform(Number(calls) / 4);
const warm = process.cpuUsage();
const begun = performance.now();
await perform(Number(calls));
const { user, system } = process.cpuUsage(warm);
process.stdout.write(
  JSON.stringify({
    import_ms,
    import_cpu_ms: (imported.user + imported.system) / 1000,
    call_cpu_us: (user + system) / Number(calls),
    call_us: ((performance.now() - begun) * 1000) / Number(calls),
  }),
);
process.exit();

async function perform(count: number): Promise<void> {
  for (let call = 0; call < count; call++) await made[call % made.length]!();
}
