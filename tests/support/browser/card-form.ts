import type { FrameLocator, Page } from 'playwright-core';

const BANK = 'iframe[title*="3-D Secure"]';

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card"]');
export const cardField = (page: Page, title: 'card number' | 'expiration date' | 'CVC') =>
  cardFrame(page).frameLocator(`iframe[title*="${title}"]`).locator('input');

export const bankOfCard = (page: Page): FrameLocator => cardFrame(page).frameLocator(BANK);
export const bankOfPayment = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Your bank"]').frameLocator(BANK);

export async function typeCard(page: Page, number: string): Promise<void> {
  await cardField(page, 'card number').fill(number);
  await cardField(page, 'expiration date').fill('12 / 40');
  await cardField(page, 'CVC').fill('123');
}

export async function typeHolder(page: Page): Promise<void> {
  await page.getByLabel('Cardholder name').fill('Alma Vinter');
  await page.getByLabel('Address line 1').fill('Storgatan 1');
  await page.getByLabel('Postal code').fill('111 22');
  await page.getByLabel('City').fill('Stockholm');
  await page.getByLabel('Country').selectOption({ label: 'Sweden' });
}

export async function submitCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await typeHolder(page);
  await page.getByRole('button', { name: 'Add card', exact: true }).click();
}
