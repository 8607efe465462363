/** What a person does on /open and at a reusable link, in steps of which each loads something. */
import type { Page } from 'playwright-core';
import cameraInGerman from '../../../web/src/features/capture/texts/de.json' with { type: 'json' };
import camera from '../../../web/src/features/capture/texts/en.json' with { type: 'json' };
import german from '../../../web/src/features/open/texts/de.json' with { type: 'json' };
import english from '../../../web/src/features/open/texts/en.json' with { type: 'json' };
import type { World } from '../server/world.ts';

export const SHOP = 'https://shop.example/done';

export interface Step {
  name: string;
  act: (page: Page) => Promise<unknown>;
  /** What the person sees once it has happened. */
  done: (page: Page) => Promise<unknown>;
}

export const button = (page: Page, ...names: string[]) =>
  page.getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor();
const press = async (page: Page, ...names: string[]) => {
  const found = button(page, ...names);
  if (await found.isVisible()) await found.click();
};
export const back = (page: Page, text: string) =>
  page.getByRole('link', { name: text.replace('{place}', 'shop.example') }).waitFor();

/** Before, during and at the end of a reading: everything that loads something. */
export const readingSteps = (world: World): Step[] => [
  {
    name: 'opens the link on a computer',
    act: async (page) => {
      if (page.url() !== 'about:blank') return;
      const { token } = await world.session({ specimen: true, face_verification: true });
      await page.goto(`/en/open?token=${encodeURIComponent(token)}&redirect_url=${SHOP}`);
    },
    done: (page) => page.getByRole('img', { name: english.qr }).waitFor(),
  },
  {
    name: 'verifies in the browser',
    act: (page) => press(page, english.inBrowser),
    done: (page) => heading(page, camera.flow.title),
  },
  {
    name: 'turns on the camera for the printed lines',
    act: (page) => press(page, camera.flow.readLines),
    done: (page) => button(page, camera.mrz.type).waitFor(),
  },
  {
    name: 'types instead, in German',
    act: async (page) => {
      await press(page, camera.mrz.type);
      const language = page.getByRole('link', { name: 'Deutsch' });
      if (!(await language.isVisible())) await page.locator('summary', { hasText: 'English' }).click();
      await language.click();
    },
    done: (page) => heading(page, cameraInGerman.flow.title),
  },
  {
    name: 'turns on the camera for the face',
    act: async (page) => {
      const { flow, selfie } = cameraInGerman;
      if (await button(page, selfie.start).isVisible()) return;
      await page.getByLabel(flow.number).fill('SG0000001');
      await page.getByLabel(flow.birth).fill('1990-04-12');
      await page.getByLabel(flow.expiry).fill('2033-01-14');
      await button(page, flow.openChip).click();
      await button(page, selfie.start).click();
    },
    done: (page) => button(page, cameraInGerman.camera.back).waitFor(),
  },
  {
    name: 'sends the specimen’s face',
    act: async (page) => {
      await button(page, cameraInGerman.camera.back).click();
      await button(page, cameraInGerman.selfie.own).click();
    },
    done: async (page) => {
      await heading(page, german.approved);
      await back(page, german.continueTo);
    },
  },
];

export const linkSteps = (world: World): Step[] => [
  {
    name: 'opens a reusable link',
    act: async (page) => {
      if (page.url() !== 'about:blank') return;
      const { url } = await world.succeed('link.create', { name: 'Reception', title: 'Check in' }, world.account);
      await page.goto(`/en${new URL(url).pathname}`);
    },
    done: (page) => heading(page, 'Check in'),
  },
  {
    name: 'starts',
    act: (page) => press(page, english.start),
    done: async (page) => {
      await page.waitForURL(/\/open\?token=/);
      await page.getByRole('img', { name: english.qr }).waitFor();
    },
  },
];
