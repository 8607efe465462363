// For Jest with its default settings.
const { Sigill, callbacks } = require('@sigill/sdk');
const { presentProof, verifyProof } = require('@sigill/sdk/proof');

test('makes a session', async () => {
  const { open_url } = await new Sigill().session.create({ reference: 'order-1042' });
  expect(open_url).toMatch(/^http/);
});

test('tells a forged callback', async () => {
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' };
  await expect(callbacks.unwrap('{}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).rejects.toThrow();
  expect(typeof presentProof).toBe('function');
  await expect(verifyProof('~', { issuer: '', keys: { keys: [] } })).rejects.toThrow();
});
