// PostgreSQL in CI only: each of its tests has a database of its own.
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enableBilling } from '../../server/billing/account/billing.service.ts';
import { getBill } from '../../server/billing/bill/bill.service.ts';
import { toBill } from '../../server/billing/bill/bill-amounts.ts';
import { billPdf } from '../../server/billing/document/bill-document.ts';
import { describeMissingSeller } from '../../server/billing/document/seller.service.ts';
import { addInvoice, type InvoiceAddress } from '../../server/billing/operator/invoice-customer.service.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import type { Principal } from '../../server/core/context.ts';
import type { CustomerBill } from '../../server/generated/operations.gen.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

const SELLER = {
  name: 'Sigill AB',
  address: ['Kungsgatan 2', '111 43 Stockholm'],
  country: 'SE',
  vat_number: 'SE556677889901',
  bank_account: { iban: 'SE3550000000054910000003', bic: 'ESSESESS', bank: 'SEB' },
  missing: [],
};

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
  world.deps.config.seller = SELLER;
});
afterAll(() => world?.close());

async function nextBill(customer: Principal): Promise<CustomerBill> {
  const { cycle_end } = await world.get(customer);
  world.at(`${cycle_end}T00:00:10.000Z`);
  await world.worker.run();
  return readBill(customer, (await world.bills(customer)).at(-1)!.id);
}

const readBill = async (customer: Principal, id: number) =>
  toBill(await getBill(world.by(customer), { id }), world.deps.config.seller);

async function textOf(bill: CustomerBill, locale: 'en' | 'es' = 'en'): Promise<string> {
  const { text, totalPages } = await extractText(new Uint8Array(await billPdf(bill, locale)), { mergePages: true });
  expect(totalPages).toBeGreaterThan(0);
  return text.replace(/\s+/g, ' ');
}

describe('an invoice', () => {
  test('keeps seller and buyer as they were, and has no due date where a card is charged', async () => {
    const customer = await world.customer();
    await world.set(customer, { ...PLANS.standard, purchase_order: 'PO 1' });
    const bill = await nextBill(customer);
    expect(bill).toMatchObject({
      seller: { name: 'Sigill AB', address: SELLER.address, country: 'SE', vat_number: 'SE556677889901' },
      buyer: {
        company: 'Example AB',
        address: ['Storgatan 1', '111 22 Stockholm'],
        country: 'SE',
        purchase_order: 'PO 1',
      },
    });
    expect(bill).not.toHaveProperty('due');
    expect(bill).not.toHaveProperty('bank_account');
    world.deps.config.seller = { ...SELLER, name: 'Sigill Nordic AB', vat_number: 'SE556000000001' };
    await world.set(customer, { address_line_1: 'Drottninggatan 5', purchase_order: 'PO 2' });
    await world.move(customer, { company: 'Other AB', country: 'SE' });
    const { seller, buyer } = await readBill(customer, bill.id);
    world.deps.config.seller = SELLER;
    expect({ seller, buyer }).toEqual({ seller: bill.seller, buyer: bill.buyer });
  });

  test('for a customer without a card says by when to pay, where, and with which reference', async () => {
    const customer = await world.account();
    const address: InvoiceAddress = {
      ...{ address_line_1: 'Friedrichstraße 12', address_line_2: null, address_postal_code: '10117' },
      ...{ address_city: 'Berlin', address_state: null, address_country: 'DE', reference: 'PO 4711' },
    };
    const { run } = await addInvoice(world.ctx, { merchant_id: customer.merchant_id, address, primary: true });
    await world.act(customer, run);
    await world.act(customer, enableBilling);
    await world.set(customer, PLANS.standard);
    const bill = await nextBill(customer);
    const due = new Date(Date.parse(bill.created) + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(bill).toMatchObject({ due, bank_account: SELLER.bank_account, buyer: { purchase_order: 'PO 4711' } });
    const text = await textOf(bill);
    for (const part of ['SE35 5000 0000 0549 1000 0003', 'ESSESESS', 'SEB', 'Due date', `Reference ${bill.number}`])
      expect(text).toContain(part);
    const spanish = await textOf(bill, 'es');
    for (const part of [`Factura ${bill.number}`, 'Fecha de vencimiento', 'Cuota de servicio', 'Alemania', 'IVA 19'])
      expect(spanish).toContain(part);
    expect(spanish).not.toMatch(/Invoice|Due date|Service fee/);
  });

  test('names the country whose VAT it charges where the address is in another one', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    const bill = await nextBill(customer);
    expect(bill).toMatchObject({ vat_country: 'SE', buyer: { country: 'SE' } });
    expect(await textOf(bill)).toContain('VAT 25% $24.75');
    const abroad = { ...bill, buyer: { ...bill.buyer!, country: 'DE' } };
    expect(await textOf(abroad)).toContain('VAT of Sweden 25% $24.75');
    expect(await textOf(abroad, 'es')).toMatch(/IVA de Suecia 25 % /);
    expect(await textOf({ ...abroad, vat_country: 'NL' })).toContain('VAT of the Netherlands 25%');
  });

  test('with many lines continues on further pages, and loses none of them', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    const bill = await nextBill(customer);
    const billables = Array.from({ length: 90 }, (_, index) => ({
      ...bill.billables[0]!,
      unit_price: `${index}.07`,
      total: `${index}.07`,
    }));
    const { text, totalPages } = await extractText(new Uint8Array(await billPdf({ ...bill, billables }, 'en')), {
      mergePages: true,
    });
    expect(totalPages).toBeGreaterThan(3);
    for (const { total } of billables) expect(text).toContain(`$${total}`);
    expect(text).toContain('Amount due');
  });
});

test('production names what its invoices lack, and the bank account once someone pays by invoice', async () => {
  const production = await createServiceWorld({ mode: 'production' });
  try {
    const names = 'SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, SELLER_VAT_NUMBER';
    expect(await describeMissingSeller(production.ctx)).toBe(`invoices are incomplete without ${names}`);
    const { bank_account: _, ...seller } = SELLER;
    production.deps.config.seller = { ...seller, bank_account: undefined };
    expect(await describeMissingSeller(production.ctx)).toBeUndefined();
    const customer = await production.customer();
    await production.ctx.db
      .updateTable('payment_methods')
      .set({ type: 'INVOICE' })
      .where('merchant_id', '=', customer.merchant_id)
      .execute();
    expect(await describeMissingSeller(production.ctx)).toBe('invoices are incomplete without SELLER_BANK_ACCOUNT');
    production.deps.config.seller = SELLER;
    expect(await describeMissingSeller(production.ctx)).toBeUndefined();
  } finally {
    await production.close();
  }
});

/**
 * Names of companies, as their registers write them, that invoices can print. The names in ASKED_FOR are refused, and Latin letters
 * are requested.
 */
const PRINTED = [
  ...['Công ty TNHH Đỗ Thị Hương', 'Ngân hàng Thương mại Cổ phần Việt Nam', 'Tập đoàn Viễn thông Quân đội'],
  ...['Ἑλληνικὴ Ἑταιρεία Ὑδάτων', 'Ἀθηναϊκὴ Ζυθοποιία ᾠδή', 'Ελληνικά Πετρέλαια Α.Ε.', 'Ôclair & Fils, S.à r.l.'],
  ...['ООО «Ромашка»', 'ТОВ «Ґанок і Їжак»', 'ТАА «Ўладзімір»', 'Қазақстан Темір Жолы АҚ', 'Друштво Ђурђевак'],
  ...['Łódzkie Zakłady Żywnościowe', 'Příliš žluťoučký kůň, s.r.o.', 'Größenwahn & Söhne GmbH', 'Ørsted Æblegård A/S'],
  ...['Şişecam Türkiye İş A.Ş.', 'Țara Moților S.R.L.', 'Ísbjörn Þjónusta ehf.', 'Ħal Ġargħur Ltd', 'Ķemeri Ņiva SIA'],
  ...[
    'Žalgiris ąčęėįšųūž UAB',
    'Magyar Fejlesztő Zrt.',
    'Nuñez & Peña, S.L.',
    'L·lorenç Cafè, S.A.',
    'Sámi Čálliid Lágádus',
  ],
  ...['Gẽ’ẽ Paraguái S.A.', 'Ọlọrun Ìbàdàn Ltd', 'Crédit €uro ½ № 5', 'O‘zbekiston “Paxta”'],
];
const ASKED_FOR = [
  ...['شركة النيل للتجارة', '株式会社サンプル', '北京字节跳动科技有限公司', '삼성전자 주식회사', 'საქართველოს ბანკი'],
  ...['Հայկական Ընկերություն', 'חברת החשמל', 'บริษัท ปตท. จำกัด', 'भारतीय स्टेट बैंक', 'Acme 🚀 Ltd'],
];

describe('a company name', () => {
  test('is in the text of the PDF, letter by letter', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    const bill = await nextBill(customer);
    for (const company of PRINTED) {
      await world.move(customer, { company, country: 'SE' });
      const text = await textOf({ ...bill, buyer: { ...bill.buyer!, company } });
      expect(text.normalize('NFC').replaceAll(' ', '')).toContain(company.replaceAll(' ', ''));
    }
  }, 120_000);

  test.each(ASKED_FOR)('%s is asked for in Latin letters', async (company) => {
    const customer = await world.account();
    await expect(world.move(customer, { company, country: 'SE' })).rejects.toMatchObject({
      status: 400,
      code: 'unprintable_letters',
      details: [{ path: 'company' }],
    });
    expect(await world.get(customer)).toMatchObject({ company: 'Example AB' });
  });
});
