import type { Page } from 'playwright-core';
import en from '../../../web/src/features/capture/texts/en.json' with { type: 'json' };

export async function takeSelfie(page: Page, { selfie } = en): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press(selfie.start);
  await page.getByText(selfie.good).waitFor();
  await press(selfie.take);
  await page.getByRole('img', { name: selfie.taken }).waitFor();
  await press(selfie.use);
}
