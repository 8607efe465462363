export interface ProviderRefund {
  reference: string;
  /** The key that `refund` was called with. Undefined for a refund that was made in the provider's dashboard. */
  key?: string | undefined;
  payment: string | undefined;
  /** In whole cents. */
  amount: number;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
}

export interface ProviderDispute {
  id: string;
  payment: string | undefined;
  /** In whole cents. */
  amount: number;
  reason: string;
  state: 'OPEN' | 'WON' | 'LOST';
}

export interface TakenPayment {
  reference: string;
  bill_id: number | undefined;
  /** In whole cents. */
  amount: number;
  currency: string;
}

export interface MoneyBackGateway {
  /** Sends money back to the card. A repeated call with the same `key`, however late, returns the same refund. */
  refund(refund: { payment: string; amount: number; key: string }): Promise<ProviderRefund>;
  findRefunds(
    charge: string,
  ): Promise<{ payment: string | undefined; refunds: Omit<ProviderRefund, 'payment'>[] } | undefined>;
  findRefund(reference: string): Promise<ProviderRefund | undefined>;
  findDispute(id: string): Promise<ProviderDispute | undefined>;
  /** Lists are newest first. Without a time, they contain everything. */
  listTaken(since: Date | undefined): Promise<TakenPayment[]>;
  listRefunds(since: Date | undefined): Promise<ProviderRefund[]>;
  listDisputes(since: Date | undefined): Promise<ProviderDispute[]>;
}
