export interface ServerStateTables {
  /** The service's own state, by name. */
  server_state: { name: string; value: Buffer };
}
