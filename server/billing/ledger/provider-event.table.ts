export interface ProviderEventTables {
  provider_events: ProviderEventTable;
}

/** Events of the card provider that were taken. None is taken twice. */
interface ProviderEventTable {
  id: string;
  type: string;
  received: string;
}
