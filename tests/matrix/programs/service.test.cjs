const assert = require('node:assert/strict');
const { test } = require('node:test');
const { NotFoundError } = require('@sigill/sdk');
const { startTestService } = require('@sigill/testing');

test('the service verifies a person, and sends its callbacks', async () => {
  const service = await startTestService();
  try {
    const { id } = await service.sigill.session.create({ callback_url: service.callbackUrl });
    assert.equal((await service.finish(id, 'approved')).state, 'APPROVED');
    assert.ok((await service.sigill.session.get({ id })).surname);
    assert.equal((await service.callbacks()).length, 3);
    await assert.rejects(service.sigill.session.get({ id: 1 }), NotFoundError);
  } finally {
    await service.stop();
  }
});
