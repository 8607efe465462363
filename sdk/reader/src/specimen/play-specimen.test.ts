import { expect, test } from 'vitest';
import { specimenBundle } from '../../../../server/specimen/specimens.ts';
import type { AccessKey } from '../access/password.ts';
import type { ReaderSubmitParams } from '../generated/types.gen.ts';
import type { Face } from '../session/run-session.ts';
import type { ReaderCall } from '../session/service-calls.ts';
import { type PlayOptions, playSpecimen } from './play-specimen.ts';

const specimen = JSON.parse(JSON.stringify(specimenBundle('genuine', new Date('2026-11-26T10:00:00Z'))));
const right: AccessKey = { document_number: 'SG0000001', date_of_birth: '900412', date_of_expiry: '330114' };
const wrong: AccessKey = { ...right, date_of_birth: '900413' };

async function played(options: Partial<PlayOptions>) {
  let submitted: ReaderSubmitParams | undefined;
  const answers: Record<string, object> = {
    'reader.open': { state: 'CREATED', face_verification: true },
    'reader.start': { reader_key: 'key', limits: {} },
    'reader.challenge': { challenge: 'qrvM3e7/ABE=', expires: '2026-11-26T12:00:00.000Z' },
    'reader.submit': { state: 'APPROVED' },
    'reader.fail': { state: 'FAILED' },
  };
  const call = (async (name: string, params: object) => {
    if (name === 'reader.submit') submitted = params as ReaderSubmitParams;
    return answers[name];
  }) as ReaderCall;
  const bac = { bac: true, pace: [] };
  const end = await playSpecimen({
    call,
    specimen,
    access: bac,
    token: 't',
    platform: 'WEB',
    app_version: '1',
    ...options,
  });
  return { end, submitted };
}

test('the chip opens with the key that a person read, and with no other', async () => {
  expect((await played({ key: right })).end.state).toBe('APPROVED');
  expect((await played({ key: wrong })).end).toMatchObject({ state: 'FAILED', code: 'access_denied' });
  const asked: number[] = [];
  const corrected = await played({
    key: wrong,
    onAccessDenied: async ({ tries_left }) => {
      asked.push(tries_left);
      return right;
    },
  });
  expect(corrected.end.state).toBe('APPROVED');
  expect(asked).toHaveLength(1);
});

test('sends the holder’s face, or the one that was taken instead', async () => {
  const own = await played({});
  expect(own.submitted?.face).toBe(specimen.face);
  const taken = await played({
    face: async (own: Face | undefined) => ({ face: Uint8Array.of(1, 2, 3), frames: [own!.face] }),
  });
  expect(taken.submitted).toMatchObject({ face: 'AQID', face_frames: [specimen.face] });
});
