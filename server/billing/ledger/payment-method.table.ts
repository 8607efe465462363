export interface PaymentMethodTables {
  payment_methods: PaymentMethodTable;
}

export interface PaymentMethodTable {
  id: number;
  merchant_id: number;
  type: 'CARD' | 'INVOICE';
  state: 'ACTIVE' | 'INACTIVE';
  alias: string | null;
  reference: string | null;
  primary: number;
  /** Name on the card. */
  name: string | null;
  /** The month in which the card expires, YYYY-MM. */
  expires: string | null;
  address_line_1: string;
  address_line_2: string | null;
  address_postal_code: string;
  address_city: string;
  address_state: string | null;
  address_country: string;
  created: string;
  /** Deleted methods are kept for the transactions that refer to them. */
  deleted: string | null;
}
