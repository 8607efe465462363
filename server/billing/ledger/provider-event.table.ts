export interface ProviderEventTables {
  provider_events: ProviderEventTable;
}

/** Processed events of the card provider. None is processed twice. */
interface ProviderEventTable {
  id: string;
  type: string;
  received: string;
}
