import type { Client } from './client.ts';

/** The calls of one resource. With one resource class, a bundle holds only its calls: `new Session(createApiClient())`. */
export class Resource {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}
