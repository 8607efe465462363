/** `sigill delivery-key`: creates a key pair, saves the private key in a file and prints the public one, without calling the service. */
import { writeFileSync } from 'node:fs';
import { createDeliveryKey } from '@sigill/sdk/sealed';
import { type Command, Refusal, readOptions } from './command.ts';

const usage = `Creates a delivery key: identity data of your sessions is sealed to it, and only you can read it. Nothing is sent.

  sigill delivery-key [--output FILE]

  --output  where to write the private key, sigill-delivery-key.json by default; an existing file is not overwritten

The public key is printed as a JWK. Paste it in the portal under Settings, Delivery key.`;

export const deliveryKey: Command = {
  summary: 'create a key to which your identity data is sealed',
  usage,
  async run(args, terminal) {
    const { values } = readOptions(args, { output: { type: 'string', default: 'sigill-delivery-key.json' } });
    const { publicKey, privateKey, kid } = await createDeliveryKey();
    save(values.output, privateKey);
    terminal.write(`${JSON.stringify(publicKey, null, 2)}\n`);
    terminal.writeError(
      `The private key ${kid} is in ${values.output}. Back it up: without it, nobody can read the data sealed to it.\n`,
    );
    return 0;
  },
};

/** No other user of this machine may read the key. */
function save(file: string, key: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Refusal(`The private key cannot be written: ${message}.`);
    throw new Refusal(`${file} already exists and is not overwritten. Choose another file with --output.`);
  }
}
