export interface ServerStateTables {
  /** What the service keeps about itself, by name. */
  server_state: { name: string; value: Buffer };
}
