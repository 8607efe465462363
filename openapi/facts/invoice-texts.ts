const en = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  from: 'From',
  billed_to: 'Billed to',
  number: 'Invoice number',
  credit_note_number: 'Credit note number',
  for_invoice: 'For invoice',
  reason: 'Reason',
  issued: 'Date of issue',
  cycle: 'Billing cycle',
  due: 'Due date',
  order: 'Purchase order',
  bank_account: 'Bank account',
  reference: 'Reference',
  vat_number: 'VAT number',
  no_company: 'No company name',
  item: 'Item',
  quantity: 'Quantity',
  unit_price: 'Unit price',
  amount: 'Amount',
  subtotal: 'Subtotal',
  credit: 'Credit for invoice',
  vat: 'VAT',
  vat_of: 'VAT of',
  total: 'Total',
  balance: 'Balance from earlier invoices',
  credited: 'Credit notes',
  total_credited: 'Total credited',
  amount_due: 'Amount due',
  continued: 'Continued',
  prices: 'Prices in USD. All dates are in UTC.',
  REVERSE_CHARGE: 'Reverse charge: the customer accounts for VAT (Directive 2006/112/EC, article 196).',
  OUT_OF_SCOPE: 'Outside the scope of EU VAT.',
  OPEN: 'Unpaid',
  PAID: 'Paid',
  WAIVED: 'Nothing to pay',
  CARRIED_OVER: 'Added to the next invoice',
  CREDITED: 'Credited',
  UNCOLLECTIBLE: 'Written off',
  REDUCTION: 'This credit lowers the amount due for the invoice.',
  REFUND: 'This amount is refunded.',
  BALANCE: 'This credit is taken off the next invoices.',
};

type InvoiceTexts = Record<keyof typeof en, string>;

const es: InvoiceTexts = {
  invoice: 'Factura',
  credit_note: 'Nota de crédito',
  from: 'De',
  billed_to: 'Facturado a',
  number: 'Número de factura',
  credit_note_number: 'Número de nota de crédito',
  for_invoice: 'Factura a la que se refiere',
  reason: 'Motivo',
  issued: 'Fecha de emisión',
  cycle: 'Ciclo de facturación',
  due: 'Fecha de vencimiento',
  order: 'Orden de compra',
  bank_account: 'Cuenta bancaria',
  reference: 'Referencia',
  vat_number: 'Número de IVA',
  no_company: 'Sin nombre de empresa',
  item: 'Concepto',
  quantity: 'Cantidad',
  unit_price: 'Precio unitario',
  amount: 'Importe',
  subtotal: 'Subtotal',
  credit: 'Abono de la factura',
  vat: 'IVA',
  vat_of: 'IVA de',
  total: 'Total',
  balance: 'Saldo de facturas anteriores',
  credited: 'Notas de crédito',
  total_credited: 'Total abonado',
  amount_due: 'Pendiente de pago',
  continued: 'Continuación',
  prices: 'Precios en USD. Todas las fechas están en UTC.',
  REVERSE_CHARGE: 'Inversión del sujeto pasivo: el cliente liquida el IVA (Directiva 2006/112/CE, artículo 196).',
  OUT_OF_SCOPE: 'Fuera del ámbito del IVA de la UE.',
  OPEN: 'Pendiente',
  PAID: 'Pagada',
  WAIVED: 'Nada que pagar',
  CARRIED_OVER: 'Se suma a la factura siguiente',
  CREDITED: 'Abonada',
  UNCOLLECTIBLE: 'Incobrable',
  REDUCTION: 'Este abono reduce el importe pendiente de la factura.',
  REFUND: 'Este importe se reembolsa.',
  BALANCE: 'Este abono se descuenta de las próximas facturas.',
};

type Locale = 'en' | 'es';

export const invoiceTexts: Record<Locale, InvoiceTexts> = { en, es };

interface VatOf {
  vat_country?: string;
  buyer?: { country?: string };
}

/** Names the country whose VAT is charged, unless the buyer's address is in that country. */
export function vatName(locale: Locale, { vat_country, buyer }: VatOf): string {
  const { vat, vat_of } = invoiceTexts[locale];
  if (vat_country === undefined || vat_country === buyer?.country) return vat;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(vat_country);
  const article = locale === 'en' && vat_country === 'NL' ? 'the ' : '';
  return `${vat_of} ${article}${country}`;
}

/** Translations by the English text that a bill stores. Unknown texts are left as they are. */
const LINES: Record<string, { en?: string; es: string }> = {
  'Verified identities': { es: 'Identidades verificadas' },
  'Sessions approved in the billing cycle': { es: 'Sesiones aprobadas en el ciclo de facturación' },
  'Service fee': { es: 'Cuota de servicio' },
  'Monthly commitment of the plan': { en: 'Monthly fee of the plan', es: 'Cuota mensual del plan' },
  Credit: { es: 'Crédito' },
  'Free credit used': { es: 'Crédito gratuito usado' },
};

const translated = (locale: Locale, text: string): string => LINES[text]?.[locale] ?? text;

interface Line {
  name: string;
  description: string;
  days?: number;
  cycle_days?: number;
}

/** For credit, the description is the name, because there is no quantity or price. */
export function lineTexts(locale: Locale, line: Line): { name: string; text: string } {
  const { name, description, days, cycle_days } = line;
  if (name === 'Credit') return { name: translated(locale, description), text: '' };
  const isSpanish = locale === 'es' && days !== undefined;
  return {
    name: translated(locale, name),
    text: isSpanish ? `${days} de ${cycle_days} días` : translated(locale, description),
  };
}

export const isDeduction = ({ total }: { total: string }): boolean => total.startsWith('-');
