import { describe, expect, test } from 'vitest';
import { allowedAddresses, checkCallbackUrl, isPublicAddress, parseTarget } from './target.ts';

const PUBLIC = '93.184.216.34';
const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses;
const unknown = async () => {
  throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
};
const refusal = { status: 400, code: 'callback_url_not_allowed' };

describe('addresses', () => {
  const blocked = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    'not an address',
    '',
  ];
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ];
  test.each(blocked)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(open)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('callback_url', () => {
  const refused = [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:169.254.169.254]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.1.2.3:8443/',
    'https://192.168.1.1/',
    'https://100.100.100.200/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'http://shop.example/',
    `http://${PUBLIC}/`,
    'https://user:password@shop.example/',
    'https://user@shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://',
    'https://%00/',
    'shop.example',
    '//shop.example/',
  ];
  test.each(refused)('%s is refused in production', async (url) => {
    await expect(checkCallbackUrl(url, 'production', resolveTo(PUBLIC))).rejects.toMatchObject(refusal);
  });

  test.each([
    'https://shop.example/callback?x=1',
    'https://shop.example:8443/',
    'https://shop.example./',
    `https://${PUBLIC}/`,
    'https://[2606:4700:4700::1111]/',
    'https://münchen.example/',
  ])('%s is accepted', async (url) => {
    await expect(checkCallbackUrl(url, 'production', resolveTo(PUBLIC))).resolves.toBeUndefined();
  });

  test.each([['127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['10.0.0.1'], [PUBLIC, '169.254.169.254'], ['fd00::1']])(
    'a name that resolves to %s is refused',
    async (...addresses) => {
      await expect(
        checkCallbackUrl('https://shop.example/', 'production', resolveTo(...addresses)),
      ).rejects.toMatchObject(refusal);
    },
  );

  test('with a name that does not resolve is accepted: the lookup at the attempt decides', async () => {
    await expect(checkCallbackUrl('https://shop.example/', 'production', unknown)).resolves.toBeUndefined();
    await expect(
      allowedAddresses(parseTarget('https://shop.example/', 'production'), 'production', unknown),
    ).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test.each([
    'http://localhost:3000/x',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    'https://localhost/',
    'https://127.0.0.1/',
  ])('%s is accepted in local mode', async (url) => {
    await expect(checkCallbackUrl(url, 'local', unknown)).resolves.toBeUndefined();
  });

  test.each([
    'http://shop.example/',
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://printer/',
  ])('%s is refused in local mode too', async (url) => {
    await expect(checkCallbackUrl(url, 'local', resolveTo(PUBLIC))).rejects.toMatchObject(refusal);
  });
});
