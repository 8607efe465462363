export interface LocalTables {
  local_settings: { name: string; value: string };
}
