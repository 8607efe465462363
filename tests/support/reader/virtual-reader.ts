/**
 * A virtual contactless reader at this machine's smart card service: Debian's `pcscd` with the driver `vpcd`, started
 * for the tests only. Its socket is in a separate folder, so that a service that is already running is not affected.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../server/test-service/free-port.ts';

const SERVICE = '/usr/sbin/pcscd';
const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';

export const missingForVirtualReader: string | undefined =
  existsSync(SERVICE) && existsSync(DRIVER)
    ? undefined
    : 'pcscd or vpcd is not installed (apt-get install pcscd vsmartcard-vpcd)';

/** The ATR that a reader makes up for a contactless chip without historical bytes (PC/SC part 3, 3.1.3.2.3.1). */
export const CONTACTLESS_ATR = Uint8Array.from([0x3b, 0x80, 0x80, 0x01, 0x01]);

export interface InsertedChip {
  transmit(command: Uint8Array): Promise<Uint8Array>;
  /** Called after the reader has powered or reset the chip. */
  enterField?(): void;
}

export interface VirtualReader extends AsyncDisposable {
  environment: { PCSCLITE_CSOCK_NAME: string };
  /** Lays a chip on the reader. @returns a function that takes it away, and resolves once the service has noticed. */
  insert(chip: InsertedChip): Promise<() => Promise<void>>;
  /** Lays down a chip in place of one that was taken away, before the service has noticed. */
  layBack(chip: InsertedChip): Promise<() => Promise<void>>;
}

/**
 * The folder of the service's socket has a fixed path, so a separate mount namespace has another folder there. The service ends
 * with the tests.
 */
const COMMAND =
  'mount -t tmpfs none /run && mkdir /run/pcscd && mount --bind "$0" /run/pcscd && exec setpriv --pdeathsig KILL "$@"';

export async function startVirtualReader(): Promise<VirtualReader> {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-pcsc-'));
  const [sockets, configuration] = ['socket', 'configuration'].map((name) => join(folder, name)) as [string, string];
  for (const made of [sockets, configuration]) mkdirSync(made);
  const port = await freePort();
  writeFileSync(join(configuration, 'vpcd'), readerConfiguration(port));
  const service = spawn(
    'unshare',
    [
      ...['--mount', '--map-root-user', 'sh', '-c', COMMAND, sockets],
      ...[SERVICE, '--foreground', '--error', '--config', configuration],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = output(service);
  const socket = join(sockets, 'pcscd.comm');
  await until(() => existsSync(socket), service, said);
  let lying: Socket | undefined;
  const takeAway = async () => {
    if (!lying) return;
    lying.destroy();
    lying = undefined;
    await noticed(port);
  };
  return {
    environment: { PCSCLITE_CSOCK_NAME: socket },
    async insert(chip) {
      // A failed test may have left its chip on the reader.
      await takeAway();
      lying = await layDown(port, chip);
      return takeAway;
    },
    async layBack(chip) {
      lying?.destroy();
      lying = await layDown(port, chip);
      return takeAway;
    },
    async [Symbol.asyncDispose]() {
      lying?.destroy();
      await ended(service);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With `/dev/null`, the driver waits for a chip on this port, and for one in its second slot on the next port. */
const readerConfiguration = (port: number) => `FRIENDLYNAME "Sigill test reader"
DEVICENAME /dev/null:${port}
LIBPATH ${DRIVER}
CHANNELID 0
`;

/** The driver's messages: two bytes of length, then a command of one byte or an APDU. */
async function layDown(port: number, chip: InsertedChip): Promise<Socket> {
  const socket = await open(port);
  let waiting = Buffer.alloc(0);
  let busy = Promise.resolve();
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const message = waiting.subarray(2, 2 + waiting.readUInt16BE(0));
      waiting = waiting.subarray(2 + message.length);
      busy = busy.then(() => answer(socket, message, chip));
    }
  });
  return socket;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket.on('error', () => {});
}

/**
 * Waits until the service looks for a chip, which it does every 0.4 s, and closes the connection without a response, so that the
 * service considers the reader empty.
 */
async function noticed(port: number): Promise<void> {
  const socket = await open(port);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
}

const [POWER_ON, RESET, GET_ATR] = [1, 2, 4];

async function answer(socket: Socket, message: Buffer, chip: InsertedChip): Promise<void> {
  if (message.length === 1 && message[0] !== GET_ATR) {
    if (message[0] === POWER_ON || message[0] === RESET) chip.enterField?.();
    return;
  }
  // A chip that does not respond has left the field.
  const response =
    message.length === 1 ? CONTACTLESS_ATR : await chip.transmit(Uint8Array.from(message)).catch(() => undefined);
  if (!response) return void socket.destroy();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(response.length);
  socket.write(Buffer.concat([length, response]));
}

function output({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (bytes) => (text += bytes));
  return () => text;
}

async function until(isReady: () => boolean, service: ChildProcess, said: () => string): Promise<void> {
  while (!isReady()) {
    if (service.exitCode !== null) throw new Error(`pcscd ended with ${service.exitCode}: ${said()}`);
    await sleep(20);
  }
}

async function ended(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const gone = new Promise((resolve) => service.once('exit', resolve));
  service.kill();
  await gone;
}
