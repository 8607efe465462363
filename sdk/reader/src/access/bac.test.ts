import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { exchangeOver } from '../apdu/exchange-apdus.ts';
import { Channel } from '../secure-messaging/channel.ts';
import { basicAccess } from './bac.ts';
import { passwordOf } from './password.ts';

const eriksson = passwordOf({ document_number: 'L898902C', date_of_birth: '690806', date_of_expiry: '940623' });
const ANSWER = '46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F2F2D235D074D74499000';

function authenticate(...answers: string[]) {
  const sent: string[] = [];
  const random = ['781723860C06C226', '0B795240CB7049B01C19B33E32804F0B'];
  const channel = new Channel(
    exchangeOver(async (command) => {
      sent.push(bytesToHex(command).toUpperCase());
      return hexToBytes(answers.shift() ?? '6F00');
    }),
  );
  return { sent, established: basicAccess(channel, eriksson, () => hexToBytes(random.shift()!)) };
}

test('matches the worked example of Doc 9303-11, appendix D.3', async () => {
  const { sent, established } = authenticate('4608F919887022129000', ANSWER);
  const { keys, counter } = await established;
  expect(sent).toEqual([
    '0084000008',
    '008200002872C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A728',
  ]);
  const withoutParity = (key: string) => hexToBytes(key).map((byte) => byte & 0xfe);
  expect(keys.enc.map((byte) => byte & 0xfe)).toEqual(withoutParity('979EC13B1CBFE9DCD01AB0FED307EAE5'));
  expect(keys.mac.map((byte) => byte & 0xfe)).toEqual(withoutParity('F1CB1F1FB5ADF208806B89DC579DC1F8'));
  expect(counter).toBe(0x887022120c06c226n);
});

test.each([
  ['ACCESS_UNSUPPORTED', '6D00', ''],
  ['ACCESS_UNSUPPORTED', '46089000', ''],
  ['ACCESS_DENIED', '4608F919887022129000', '6300'],
  ['MALFORMED', '4608F919887022129000', '9000'],
  ['SECURE_MESSAGING_FAILED', '4608F919887022129000', ANSWER.replace('46B9', '46B8')],
  ['SECURE_MESSAGING_FAILED', '4608F919887022139000', ANSWER],
])('%s after %s and %s', async (code, ...answers) => {
  await expect(authenticate(...answers).established).rejects.toMatchObject({ code });
});
