import type { Client } from './client.ts';

/** The calls of one resource. To bundle only these calls, use the class alone: `new Session(createApiClient())`. */
export class Resource {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}
