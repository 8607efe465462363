/** Measures one client in a separate process: how long it takes to import, and what a call costs this process. */
const [file = '', port, calls] = process.argv.slice(2);

export interface ClientSample {
  import_ms: number;
  import_cpu_ms: number;
  call_cpu_us: number;
  call_us: number;
}

const cpu_us = ({ user, system }: NodeJS.CpuUsage) => user + system;

const started = performance.now();
const before = process.cpuUsage();
const { connect }: { connect(port: number): (() => Promise<unknown>)[] } = await import(file);
const imported = { import_ms: performance.now() - started, import_cpu_ms: cpu_us(process.cpuUsage(before)) / 1000 };

const made = connect(Number(port));
await perform(Number(calls) / 4);
const warm = process.cpuUsage();
const begun = performance.now();
await perform(Number(calls));
const call_cpu_us = cpu_us(process.cpuUsage(warm)) / Number(calls);
const call_us = ((performance.now() - begun) * 1000) / Number(calls);
process.stdout.write(JSON.stringify({ ...imported, call_cpu_us, call_us } satisfies ClientSample));
process.exit();

async function perform(count: number): Promise<void> {
  for (let call = 0; call < count; call++) await made[call % made.length]!();
}
