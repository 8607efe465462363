export interface ServerStateTables {
  server_state: { name: string; value: Buffer };
}
