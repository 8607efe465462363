export interface ProviderEventTables {
  provider_events: ProviderEventTable;
}

/** Events of the card provider that were taken, so that none counts twice. */
interface ProviderEventTable {
  id: string;
  type: string;
  received: string;
}
