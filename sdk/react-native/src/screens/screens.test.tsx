import '../../../../tests/support/reader/document.ts';
import type { ReaderCall } from '@sigill/reader';
import { chipContentsOf, createVirtualChip } from '@sigill/reader/virtual-chip';
import { act, type ReactElement, type Ref, useEffect, useImperativeHandle } from 'react';
import { createRoot } from 'react-dom/client';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { specimenBundle, specimenPage } from '../../../../server/specimen/specimens.ts';
import { NfcError, phoneWith } from '../../../../tests/support/reader/phone.ts';
import type { CameraLibrary, MountedCamera } from '../face/camera-library.ts';
import { nfcTransport } from '../nfc/nfc-transport.ts';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { textsFor } from '../texts/texts.ts';
import { LookProvider } from '../theme/look.tsx';
import { darkTheme, lightTheme, withAccent } from '../theme/theme.ts';
import { IdentityReader } from './IdentityReader.tsx';
import { ReaderScreens } from './ReaderScreens.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const contents = chipContentsOf(specimenBundle('genuine', new Date('2026-11-22')));
const mrz = new TextDecoder().decode(contents.files.dg1!.subarray(-88));
const session = {
  state: 'CREATED',
  merchant_name: 'Shop Example AB',
  face_verification: false,
  passport_only: false,
  expires: '2026-11-22T12:00:00.000Z',
  app_link: 'sigill://open?token=1.a',
  brand_color: '#1d4f91',
  specimen: true,
  demo: false,
} satisfies Extract<Phase, { phase: 'WELCOME' }>['session'];
const PASSED = { issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED', face: 'NOT_PRESENT' };

function service(sent: object[] = [], asked: Partial<typeof session> = {}): ReaderCall {
  let checks: typeof PASSED | undefined;
  const answers: Record<string, () => unknown> = {
    'reader.open': () => ({ ...session, ...asked, ...(checks && { state: 'APPROVED', checks }) }),
    'reader.start': () => ({ reader_key: 'key', limits: {} }),
    'reader.challenge': () => ({ challenge: 'qrvM3e7/ABE=', expires: session.expires }),
    'reader.chip_authentication': () => {
      throw Object.assign(new Error('Not offered'), { status: 400, code: 'invalid_value' });
    },
    'reader.submit': () => {
      checks = PASSED;
      return { state: 'APPROVED' };
    },
    'reader.abort': () => ({ state: 'ABORTED' }),
  };
  return (async (name: string, params: object) => {
    sent.push({ name, ...params });
    return answers[name]?.();
  }) as ReaderCall;
}

const drawn: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const remove of drawn.splice(0)) act(remove);
});

async function draw(element: ReactElement): Promise<HTMLElement> {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  drawn.push(() => {
    root.unmount();
    page.remove();
  });
  await act(async () => root.render(element));
  return page;
}

const seen = (page: Element) => page.textContent;
const role = (page: Element, name: string) => [...page.querySelectorAll<HTMLElement>(`[role="${name}"]`)];
const fields = (page: Element) => [...page.querySelectorAll<HTMLInputElement>('input, textarea')];

async function press(page: Element, label: string): Promise<void> {
  const found = [...role(page, 'button'), ...role(page, 'radio')].find((button) => seen(button) === label);
  if (!found) throw new Error(`No button says "${label}". There is: ${seen(page)}`);
  await act(async () => found.click());
}

async function type(page: Element, label: string, text: string): Promise<void> {
  const field = fields(page).find((each) => each.getAttribute('aria-label') === label);
  if (!field) throw new Error(`No field is called "${label}"`);
  await act(async () => {
    // React overrides the field's setter and ignores values set through it, so this calls the prototype's setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text);
    field.dispatchEvent(new window.Event('input', { bubbles: true }));
  });
}

/** Waits, without advancing any timers, until the words are on the page. */
async function comesTo(page: Element, words: string): Promise<void> {
  for (let turn = 0; turn < 2_000 && !seen(page).includes(words); turn++)
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  expect(seen(page)).toContain(words);
}

type Given = { held?: boolean; has_nfc?: boolean; call?: ReaderCall; camera?: CameraLibrary };

function readerOn(platform: 'ios' | 'android', { call = service(), camera, ...options }: Given = {}) {
  const phone = phoneWith(platform, createVirtualChip(contents), options);
  const ends: Phase[] = [];
  const element = (locale = 'en') => (
    <IdentityReader
      service={call}
      {...(camera && { camera })}
      token="1.a"
      nfc={nfcTransport(phone.library, { platform, errors: NfcError, wait: async () => {} })}
      platform={platform === 'ios' ? 'IOS' : 'ANDROID'}
      app_version="1.0.0"
      texts={textsFor(locale)}
      onDone={(end) => ends.push(end)}
    />
  );
  return { phone, element, ends };
}

describe.each(['ios', 'android'] as const)('on %s', (platform) => {
  test('leads a person from the welcome to the five checks by the labels of the buttons', async () => {
    const { element, ends } = readerOn(platform);
    const root = await draw(element());
    await comesTo(root, 'Shop Example AB asks you to verify your identity');
    await press(root, 'Begin');
    await press(root, 'Lines with <<<');
    await type(root, 'The lines with <<<', mrz);
    await press(root, 'Continue');
    await comesTo(root, 'Confirmed');
    expect(root.querySelectorAll('[aria-label$=": passed"]')).toHaveLength(4);
    expect(root.querySelector('[aria-label="The original chip, not a copy: passed"]')).not.toBeNull();
    expect(root.querySelector('[aria-label="The face matches the portrait: not checked"]')).not.toBeNull();
    await press(root, 'Back to Shop Example AB');
    expect(ends).toMatchObject([{ phase: 'ENDED', state: 'APPROVED' }]);
  });

  test('explains how to hold this phone and the document, and lets the person give up', async () => {
    const { element } = readerOn(platform, { held: false });
    const root = await draw(element('es'));
    await comesTo(root, 'Shop Example AB te pide que verifiques tu identidad');
    await press(root, 'Empezar');
    await press(root, 'Seis dígitos');
    await type(root, 'Número de acceso de la tarjeta', '123456');
    await press(root, 'Continuar');
    await comesTo(root, platform === 'ios' ? 'borde superior del iPhone' : 'parte trasera del teléfono');
    await press(root, 'Cancelar');
    await comesTo(root, 'Para empezar otra vez necesitas un enlace nuevo.');
  });
});

function cameraOf(permissions: { granted: boolean; canAskAgain: boolean }[], picture?: string): CameraLibrary {
  let taken = 0;
  const mounted: MountedCamera = {
    takePictureAsync: async () => ({ base64: picture ?? btoa(`picture ${++taken}`) }),
    getAvailablePictureSizesAsync: async () => ['1280x960'],
  };
  const CameraView = ({ ref, onCameraReady }: { ref?: Ref<MountedCamera>; onCameraReady?: () => void }) => {
    useImperativeHandle(ref, () => mounted);
    // biome-ignore lint/correctness/useExhaustiveDependencies: a camera is ready once.
    useEffect(() => onCameraReady?.(), []);
    return null;
  };
  return {
    CameraView: CameraView as unknown as CameraLibrary['CameraView'],
    Camera: { requestCameraPermissionsAsync: async () => permissions.shift() ?? { granted: true, canAskAgain: true } },
  };
}

async function askForFace(permissions: Parameters<typeof cameraOf>[0]) {
  const sent: { name?: string; face?: string; face_frames?: string[] }[] = [];
  const { element } = readerOn('android', {
    call: service(sent, { face_verification: true }),
    camera: cameraOf(permissions),
  });
  const root = await draw(element());
  await comesTo(root, 'You take a photo of your face');
  await press(root, 'Begin');
  await press(root, 'Lines with <<<');
  await type(root, 'The lines with <<<', mrz);
  await press(root, 'Continue');
  await comesTo(root, 'Your face');
  return { root, submitted: () => sent.find(({ name }) => name === 'reader.submit') };
}

test('takes the face before the chip, shows it, and sends the one that was chosen', async () => {
  const { root, submitted } = await askForFace([]);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const take = async () => {
    await comesTo(root, 'Put your face in the oval');
    await press(root, 'Take the picture');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await comesTo(root, 'Is your whole face visible');
  };
  await take();
  expect(root.querySelector('[aria-label="The picture of you that was just taken"]')).not.toBeNull();
  await press(root, 'Take another');
  await take();
  expect(submitted()).toBeUndefined();
  vi.useRealTimers();
  await press(root, 'Use this picture');
  await comesTo(root, 'Confirmed');
  expect(atob(submitted()!.face!)).toBe('picture 6');
  expect(submitted()!.face_frames!.map(atob)).toEqual([7, 8, 9, 10].map((number) => `picture ${number}`));
});

test('says how to allow the camera, and the person can try again or give up', async () => {
  const { root } = await askForFace([
    { granted: false, canAskAgain: true },
    { granted: false, canAskAgain: false },
  ]);
  await comesTo(root, 'The app has no permission to use the camera.');
  expect(seen(root)).not.toContain('Open settings');
  await press(root, 'Try again');
  await comesTo(root, 'Open settings');
  await press(root, 'Try again');
  await comesTo(root, 'Put your face in the oval');
  await press(root, 'Cancel');
  await comesTo(root, 'Nothing was verified.');
});

test('scans the printed lines with the camera, and shows them in the fields for comparison', async () => {
  const jpeg = await sharp(Buffer.from(specimenPage('genuine', new Date('2026-11-21T10:00:00Z'))))
    .resize({ width: 900 })
    .flatten()
    .jpeg()
    .toBuffer();
  const root = await draw(readerOn('android', { camera: cameraOf([], jpeg.toString('base64')) }).element());
  await comesTo(root, 'Shop Example');
  await press(root, 'Begin');
  await press(root, 'Scan with the camera');
  await comesTo(root, 'Scanned. Compare the fields with your document.');
  expect([...root.querySelectorAll('input')].map(({ value }) => value)).toEqual([
    'SG0000001',
    '12/04/1990',
    '14/01/2033',
  ]);
});

test('lets the person type when the app may not use the camera', async () => {
  const camera = cameraOf([{ granted: false, canAskAgain: false }]);
  const root = await draw(readerOn('ios', { camera }).element());
  await comesTo(root, 'Shop Example');
  await press(root, 'Begin');
  await press(root, 'Scan with the camera');
  await comesTo(root, 'The app has no permission to use the camera.');
  await press(root, 'Type instead');
  expect(root.querySelectorAll('input')).toHaveLength(3);
});

test('reports a typing error before it costs a contact', async () => {
  const root = await draw(readerOn('ios').element());
  await comesTo(root, 'Shop Example');
  await press(root, 'Begin');
  await type(root, 'Document number', 'L898902C3');
  await type(root, 'Date of birth', '31/02/1985');
  await press(root, 'Continue');
  expect(root.querySelector('[aria-live="assertive"]')?.textContent).toBe('Check the date of birth.');
  await press(root, 'Lines with <<<');
  expect(root.querySelector('[aria-checked="true"]')?.textContent).toBe('Lines with <<<');
  expect(seen(root)).not.toContain('Check the date of birth.');
  await type(root, 'The lines with <<<', mrz.replace(/.$/, '').replace(/^./, ''));
  await press(root, 'Continue');
  expect(seen(root)).toContain('A line is incomplete.');
});

test('keeps the colour of the account from the first screen on', async () => {
  const root = await draw(readerOn('ios').element());
  await comesTo(root, 'Shop Example');
  const main = () => role(root, 'button')[0]!.style.backgroundColor;
  const welcome = main();
  await press(root, 'Begin');
  expect([welcome, main()]).toEqual(Array(2).fill('rgba(29, 79, 145, 1.00)'));
});

test('says that a phone has no NFC, and offers nothing that cannot succeed', async () => {
  const root = await draw(readerOn('android', { has_nfc: false }).element());
  await comesTo(root, 'This phone cannot read chips.');
  expect(role(root, 'button').map(seen)).toEqual(['Cancel']);
});

const reader = { abort: async () => {}, begin: () => {}, again: () => {}, give: () => {} } as unknown as Reader;
const reading: Phase = { phase: 'READING', file: 'dg2', read: 8192, total: 15360, next: [] };
const EVERY: [string, Phase][] = [
  ['LOADING', { phase: 'LOADING' }],
  ['REFUSED', { phase: 'REFUSED', code: 'not_found' }],
  ['WELCOME', { phase: 'WELCOME', session, nfc: 'OFF' }],
  ['KEY', { phase: 'KEY', session, tries_left: 2 }],
  ['STARTING', { phase: 'STARTING' }],
  ['HOLD', { phase: 'HOLD', again: true }],
  ['READING', reading],
  ['PROVING', { phase: 'PROVING' }],
  ['PAUSED', { phase: 'PAUSED', reason: 'TIMEOUT' }],
  ['CHECKING', { phase: 'CHECKING', bytes: 20_000 }],
  ['ENDED', { phase: 'ENDED', state: 'REJECTED', code: 'document_expired', checks: { ...PASSED, data: 'FAILED' } }],
];

async function drawPhase(phase: Phase, locale = 'en', recogniseText?: () => Promise<string[]>): Promise<HTMLElement> {
  return draw(
    <LookProvider texts={textsFor(locale)} phone="IOS">
      <ReaderScreens phase={phase} reader={reader} onDone={() => {}} recogniseText={recogniseText} />
    </LookProvider>,
  );
}

describe.each(EVERY)('in the phase %s', (_, phase) => {
  test('offers a screen reader one heading, and a name for every control', async () => {
    const root = await drawPhase(phase);
    expect(role(root, 'heading')).toHaveLength(1);
    for (const button of [...role(root, 'button'), ...role(root, 'radio')]) expect(seen(button)).not.toBe('');
    for (const field of fields(root)) expect(field.getAttribute('aria-label')).toBeTruthy();
  });

  test('shows everything in the language of the person', async () => {
    const [english, spanish] = [await drawPhase(phase), await drawPhase(phase, 'es')];
    const lines = (root: Element) => new Set([...root.querySelectorAll('[dir="auto"]')].map(seen));
    const both = [...lines(english)].filter((line) => lines(spanish).has(line) && /\p{L}{3}/u.test(line ?? ''));
    expect(both).toEqual([]);
  });
});

test('reports progress in bytes, in words and as a number', async () => {
  const root = await drawPhase(reading);
  expect(seen(root)).toContain('Portrait');
  expect(seen(root)).toContain('8 of 15 KB');
  const bar = role(root, 'progressbar')[0]!;
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-label')]).toEqual(['53', 'Portrait']);
  expect(seen(await drawPhase(reading, 'es'))).toContain('8 de 15 KB');
});

test('shows what a camera recognised for comparison, and says when it failed', async () => {
  const key: Phase = { phase: 'KEY', session };
  const root = await drawPhase(key, 'en', async () => [mrz.slice(0, 44), mrz.slice(44)]);
  await press(root, 'Scan with the camera');
  expect(seen(root)).toContain('Scanned. Compare the fields with your document.');
  const values = fields(root).map(({ value }) => value);
  expect(values[0]).toBe(mrz.slice(44, 53).replace(/<+$/, ''));
  expect(values[1]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  const blind = await drawPhase(key, 'en', async () => ['PASSPORT']);
  await press(blind, 'Scan with the camera');
  expect(seen(blind)).toContain('The lines could not be read.');
  expect(seen(await drawPhase(key))).not.toContain('Scan with the camera');
});

test('puts readable letters on a customer’s colour', () => {
  expect(withAccent(lightTheme, '#ffe000').on_accent).toBe('#000000');
  expect(withAccent(lightTheme, '#1d4f91').on_accent).toBe('#ffffff');
  expect(withAccent(darkTheme, 'red')).toBe(darkTheme);
});
