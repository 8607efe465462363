/** The files for systemd, Compose and Kubernetes are valid for their own tools, and the service accepts what they configure. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../openapi/contract/contract.ts';
import { memoryEnvironment, nodeArguments, scheduling } from '../../scripts/artefact/process.ts';
import { readConfig } from '../../server/core/config.ts';
import { VARIABLES } from '../../server/core/variables.ts';
import { missingProgram } from '../support/debian-program.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const unit = read('server/deploy/sigill.service');
const compose = parse(read('server/deploy/compose.yaml'), { merge: true }) as Compose;
const { items } = parse(read('server/deploy/kubernetes.yaml')) as { items: Resource[] };

interface Compose {
  services: Record<string, ComposeService>;
  secrets: Record<string, object>;
}
interface ComposeService {
  environment: Record<string, string>;
  volumes: string[];
  [other: string]: unknown;
}
type Resource = { kind: string; metadata: { name: string }; data: Record<string, string>; spec: PodOwner };
interface PodOwner {
  selector: { matchLabels: object };
  template: { metadata: { labels: object }; spec: Pod };
}
interface Pod {
  securityContext: object;
  containers: Record<string, unknown>[];
  volumes: { name: string }[];
  [other: string]: unknown;
}

let folder: string;
const secrets: Record<string, string> = {
  database_url: 'postgres://sigill:secret@database/sigill',
  server_key: Buffer.alloc(32, 1).toString('base64'),
  smtp_url: 'smtps://user:secret@mail.example.com',
  database_password: 'secret',
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-deploy-'));
  for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(folder, name), `${secret}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The service only warns about unknown names, so they are found by `strangers`. */
function configFrom(settings: Record<string, string>) {
  const here = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/^\/run\/secrets\/(sigill\/)?/, `${folder}/`),
  ]);
  return readConfig({ NODE_ENV: 'production', ...Object.fromEntries(here) });
}

const strangers = (settings: object) =>
  Object.keys(settings).filter(
    (name) => !(VARIABLES as readonly string[]).includes(name) && !(name in memoryEnvironment),
  );

const imageSettings = Object.fromEntries(
  /^ENV (.+)$/m
    .exec(read('server/deploy/Dockerfile'))![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

test('the image, the unit and `npm run serve` start Node in the same way', () => {
  expect(imageSettings).toMatchObject(memoryEnvironment);
  expect(unit).toContain(`ExecStart=/usr/bin/node ${nodeArguments.join(' ')} server.mjs\n`);
  expect(read('server/deploy/Dockerfile')).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...nodeArguments]).replaceAll(',', ', ')}\n`,
  );
  for (const [name, value] of Object.entries(memoryEnvironment)) expect(unit).toContain(`${name}=${value}`);
  expect(strangers(imageSettings)).toEqual([]);
});

/** Scheduling policies (sched(7)), with their numbers on Linux. */
const SCHED_OTHER = 0;
const SCHED_RR = 2;

/** Prints the scheduling policy of each thread, the main thread first. */
const POLICIES = `
  const { readdirSync, readFileSync } = require('node:fs');
  const { Worker } = require('node:worker_threads');
  new Worker('setInterval(() => {}, 1000)', { eval: true }).on('online', () => {
    const policyOf = (id) => Number(readFileSync('/proc/self/task/' + id + '/stat', 'utf8').split(') ')[1].split(' ')[38]);
    console.log(JSON.stringify(readdirSync('/proc/self/task').map(policyOf)));
    process.exit();
  });`;

test('as the unit schedules the service, its main thread alone preempts others at once', ({ skip }) => {
  const settings = ['CPUSchedulingResetOnFork=yes', 'CPUSchedulingPolicy=rr', 'CPUSchedulingPriority=1'];
  for (const line of settings) expect(unit).toContain(`\n${line}\n`);
  expect(scheduling).toEqual(['--reset-on-fork', '--rr', '1']);
  if (spawnSync('chrt', [...scheduling, 'true']).status !== 0)
    return skip('this user may not give a process real-time priority, or chrt is not installed');
  const node = [process.execPath, '--eval', POLICIES];
  const { stdout, stderr } = spawnSync('chrt', [...scheduling, ...node], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const [main, ...others] = JSON.parse(stdout) as number[];
  expect(main).toBe(SCHED_RR);
  expect(others.length).toBeGreaterThan(3);
  expect(new Set(others)).toEqual(new Set([SCHED_OTHER]));
});

describe('the unit', () => {
  const missing = missingProgram('systemd-analyze', 'systemd');
  if (missing) return test.skip(`is not checked: ${missing}`);

  const analyze = (text: string, ...args: string[]) => {
    const file = join(folder, 'sigill.service');
    // Node and the artefact have other paths here.
    writeFileSync(file, text.replace('/usr/bin/node', process.execPath).replace('/opt/sigill/current', folder));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    // The tool also reads the units of this machine.
    const about = stderr.split('\n').filter((line) => line.includes('sigill.service'));
    return { status, about, stdout };
  };

  test('has no line that systemd does not know', () => {
    expect(analyze(unit, 'verify', '--man=no').about).toEqual([]);
    expect(analyze(unit.replace('ProtectHome=', 'ProtectHoume='), 'verify', '--man=no').about).toHaveLength(1);
  });

  test('exposes little of the machine to the service', () => {
    const security = ['security', '--offline=true', '--threshold=25'];
    expect(analyze(unit, ...security)).toMatchObject({ status: 0 });
    expect(analyze(unit.replace(/^(Protect|Restrict|SystemCall).*$/gm, ''), ...security)).toMatchObject({ status: 1 });
  });
});

describe('compose.yaml', () => {
  const ours = ['sigill', 'migrate', 'operator'].map((name) => [name, compose.services[name]!] as const);

  test('is accepted by Compose', ({ skip }) => {
    const missing = missingProgram('docker-compose');
    if (missing) return skip(missing);
    const env = { ...process.env, PUBLIC_URL: 'https://id.example.com', MAIL_FROM: 'a@example.com', SECRETS: folder };
    const file = join(root, 'server/deploy/compose.yaml');
    const check = (environment: NodeJS.ProcessEnv) =>
      spawnSync('docker-compose', ['--file', file, 'config', '--quiet'], { encoding: 'utf8', env: environment });
    expect(check(env)).toMatchObject({ status: 0, stderr: '' });
    expect(check({ ...env, PUBLIC_URL: '' })).toMatchObject({
      stderr: expect.stringContaining('Set PUBLIC_URL in .env'),
    });
  });

  test.for(ours)('configures %s as the service expects', ([, { environment }]) => {
    const values = {
      PUBLIC_URL: 'https://id.example.com',
      MAIL_FROM: 'Sigill <a@example.com>',
      PASSWORD_POLICY: 'strict',
    };
    expect(strangers(environment)).toEqual([]);
    const config = configFrom({ ...imageSettings, ...environment, ...values });
    expect(config).toMatchObject({ database_url: secrets['database_url'], trusted_proxies: 1, warnings: [] });
  });

  test.for(Object.entries(compose.services))('gives %s no rights', ([, service]) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: expect.arrayContaining(['/tmp']),
    });
  });

  test('starts the service after the migration, and lets nobody but this machine reach it', () => {
    const { sigill, migrate, database } = compose.services;
    expect(sigill).toMatchObject({
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
      ports: ['127.0.0.1:3000:3000'],
    });
    expect(migrate).toMatchObject({ depends_on: { database: { condition: 'service_healthy' } } });
    expect(database).not.toHaveProperty('ports');
  });

  test('keeps erasure keys apart from the database', () => {
    expect(compose.services['database']!.volumes).toEqual(['database:/var/lib/postgresql/data']);
    for (const [, { volumes }] of ours) expect(volumes[0]).toBe('erasure-keys:/data');
  });
});

describe('kubernetes.yaml', () => {
  const { data } = items.find(({ kind }) => kind === 'ConfigMap')!;
  const owners = items.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  /** As in a pod: the image's variables, and those of the ConfigMap. */
  const settings = () => ({ ...imageSettings, ...data });

  test('configures the service as it expects', () => {
    expect(strangers(data)).toEqual([]);
    expect(configFrom(settings())).toMatchObject({
      database_url: secrets['database_url'],
      erasure_keys_dir: '/erasure-keys',
      trusted_proxies: 1,
      drain_seconds: 5,
    });
  });

  test.for(owners.map((owner) => [owner.metadata.name, owner] as const))('gives %s no rights', ([, { spec }]) => {
    const { securityContext, containers, volumes, ...pod } = spec.template.spec;
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containers).toHaveLength(1);
    expect(containers[0]).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { limits: { memory: expect.any(String) } },
    });
    const mounted = (containers[0]!['volumeMounts'] as { name: string }[]).map(({ name }) => name);
    expect(mounted).toEqual(volumes.map(({ name }) => name));
  });

  test.for(['web', 'worker'])('starts and probes %s', (role) => {
    const { spec } = items.find(({ metadata }) => metadata.name === `sigill-${role}`)!;
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({
      args: ['server.mjs', '--role', role],
      ports: [{ containerPort: Number(imageSettings['PORT']) }, { containerPort: Number(data['METRICS_PORT']) }],
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
    });
    // Time to drain, plus 20 s to finish the longest work.
    expect(spec.template.spec['terminationGracePeriodSeconds']).toBeGreaterThan(Number(data['DRAIN_SECONDS']) + 20);
  });
});

describe('docs/operations.md', () => {
  const page = read('docs/operations.md');

  test('names every file for operators', () => {
    const files = globSync('*', { cwd: join(root, 'server/deploy') }).filter(
      (name) => name !== 'monitoring' && !name.endsWith('ignore'),
    );
    expect(files.filter((name) => !page.includes(`(../server/deploy/${name})`))).toEqual([]);
  });

  test('shows settings that the service accepts without a warning', () => {
    const [, sample = ''] = /```ini\n([\s\S]+?)```/.exec(page) ?? [];
    const settings = Object.fromEntries(
      [...sample.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [
        name!,
        value!.replace('/etc/sigill/', `${folder}/`),
      ]),
    );
    mkdirSync(join(folder, 'certificates'), { recursive: true });
    expect(strangers(settings)).toEqual([]);
    expect(configFrom(settings)).toMatchObject({
      public_url: 'https://id.example.com',
      trusted_proxies: 1,
      warnings: [],
    });
  });
});
