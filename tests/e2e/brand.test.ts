/** How an account presents itself: chosen in the settings, with a preview next to the fields, and seen by everyone who opens a session. */
// CI only: it looks at every page that shows a brand.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';

let site: Site;
let logo: Buffer;

beforeAll(async () => {
  site = await createSite();
  logo = await sharp({ create: { width: 300, height: 80, channels: 4, background: '#1d4f91' } })
    .png()
    .toBuffer();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const pngFile = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });
const styleOf = (element: Locator, property: string) =>
  element.evaluate(
    (found, name) => found.ownerDocument.defaultView!.getComputedStyle(found).getPropertyValue(name),
    property,
  );
const sample = (page: Page, theme: 'light' | 'dark') => page.locator(`[data-preview=${theme}] p`).last();

async function visitSettings(prefix = '') {
  const visitor = await site.visitSignedIn();
  await visitor.page.goto(`${prefix}/settings`);
  const { bearer } = visitor.user;
  const self = async () => (await site.server.call('merchant.self', {}, { bearer })).body;
  await visitor.page.locator('[data-preview=light]').waitFor();
  return { ...visitor, bearer, self };
}

describe.each([
  {
    prefix: '',
    logo_label: 'Logo',
    colour: 'Colour',
    language: 'Page language',
    save: 'Save',
    saved: 'Settings saved.',
    remove: 'Remove the logo',
  },
  {
    prefix: '/es',
    logo_label: 'Logotipo',
    colour: 'Color',
    language: 'Idioma de la página',
    save: 'Guardar',
    saved: 'Se guardaron los ajustes.',
    remove: 'Quitar el logotipo',
  },
])('branding at $prefix/settings', ({ prefix, logo_label, colour, language, save, saved, remove }) => {
  test('is chosen by keyboard, previewed immediately, and seen by the person who opens a session', async () => {
    const visitor = await visitSettings(prefix);
    const { page, bearer, self, type, reach, pressButton } = visitor;
    const specimen = { specimen: true } as const;
    const { token } = (await site.server.call('session.create', specimen, { bearer })).body;

    await type(colour, 'FFD500');
    await reach(page.getByLabel(language, { exact: true }));
    await page.keyboard.type('Svenska');
    await page.locator('input[type=file]').setInputFiles(pngFile(logo));
    await page.locator('[data-preview=dark] img').waitFor();
    await expect.poll(() => page.getByLabel(colour, { exact: true }).inputValue()).toBe('#ffd500');
    for (const theme of ['light', 'dark'] as const) {
      expect(await styleOf(sample(page, theme), 'background-color')).toBe('rgb(255, 213, 0)');
      expect(await styleOf(sample(page, theme), 'color')).toBe('rgb(0, 0, 0)');
      await page.locator(`[data-preview=${theme}][lang=sv]`).getByText('Bekräfta din identitet').waitFor();
    }
    expect(await styleOf(page.locator('[data-preview=light]'), 'background-color')).toBe('rgb(251, 250, 246)');
    expect(await styleOf(page.locator('[data-preview=dark]'), 'background-color')).toBe('rgb(14, 18, 20)');
    expect(await self()).not.toHaveProperty('brand_color');

    await pressButton(save);
    await page.getByText(saved).first().waitFor();
    expect(await self()).toMatchObject({ brand_color: '#ffd500', default_locale: 'sv' });
    const { body: seen } = await site.server.call('reader.open', { token });
    expect(seen).toMatchObject({ brand_color: '#ffd500', merchant_logo_url: (await self()).brand_logo_url });
    const later = (await site.server.call('session.create', specimen, { bearer })).body;
    expect((await site.server.call('reader.open', { token: later.token })).body.locale).toBe('sv');

    await page.reload();
    const shown = page.locator('[data-preview=light] img');
    await expect
      .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(300);
    await pressButton(remove);
    await expect.poll(() => page.locator('[data-preview] img').count()).toBe(0);
    await pressButton(save);
    await expect.poll(self).not.toHaveProperty('brand_logo_url');
    expect(await self()).toMatchObject({ brand_color: '#ffd500', default_locale: 'sv' });
    await expect.poll(() => page.getByLabel(new RegExp(`^${logo_label}`)).count()).toBeGreaterThan(0);
    expectNoComplaints(visitor);
  });
});

test("a person who opens a session sees the account's logo and colour, in the session's language", async () => {
  const { bearer } = await site.server.signUp();
  const { call } = site.server;
  const settings = { brand_color: '#ffd500', brand_logo: logo.toString('base64'), default_locale: 'sv' } as const;
  await call('merchant.update', settings, { bearer });
  const { open_url } = (await call('session.create', { specimen: true, locale: 'ar' }, { bearer })).body;
  const visitor = await site.visit({ storage: {}, viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto(open_url);
  const shown = page.locator('header img');
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(300);
  expect(await styleOf(page.locator('.brand-line'), 'background-color')).toBe('rgb(255, 213, 0)');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar');
  expectNoComplaints(visitor);
});

test('an invalid colour is refused at its field, which gets the focus', async () => {
  const visitor = await visitSettings();
  const { page, type, isFocused, self } = visitor;
  const field = page.getByLabel('Colour', { exact: true });
  await type('Colour', 'petrol');
  await page.keyboard.press('Enter');
  await page.getByText('Enter six hexadecimal digits, such as #1d4f91.').waitFor();
  expect([await isFocused(field), await field.getAttribute('aria-invalid')]).toEqual([true, 'true']);
  expect(await violationsOn(page)).toEqual([]);
  await type('Colour', '#0a0');
  await page.keyboard.press('Enter');
  await expect.poll(self).toMatchObject({ brand_color: '#00aa00' });
  await expect.poll(() => page.getByLabel('Pick a colour').inputValue()).toBe('#00aa00');
  expectNoComplaints(visitor);
});

test('a file that is not a logo is refused at its field, before sending it or by the service', async () => {
  const visitor = await visitSettings();
  const { page, self } = visitor;
  const input = page.locator('input[type=file]');
  const text = 'The logo must be a PNG, JPEG or WebP image of at most 256 KB and 4 megapixels. Choose another file.';
  const alarm = page.getByText(text);

  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await alarm.waitFor();
  await input.setInputFiles(pngFile(logo));
  await alarm.waitFor({ state: 'hidden' });
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) });
  await alarm.waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await alarm.waitFor({ state: 'hidden' });

  await input.setInputFiles(pngFile(logo.subarray(0, 60)));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await alarm.waitFor();
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  expect(await self()).not.toHaveProperty('brand_logo_url');
  expectNoComplaints(visitor);
});

test.each(['light', 'dark'] as const)('axe finds nothing with a brand colour and a logo in %s', async (colorScheme) => {
  const visitor = await site.visitSignedIn({ colorScheme });
  const { page, user } = visitor;
  const settings = { brand_color: '#777777', brand_logo: logo.toString('base64') };
  await site.server.call('merchant.update', settings, { bearer: user.bearer });
  await page.goto('/settings');
  await page.locator('[data-preview=dark] img').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expectNoComplaints(visitor);
});
