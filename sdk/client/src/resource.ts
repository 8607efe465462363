import type { Client } from './client.ts';

/** The calls of one resource. With the class of a resource alone, a bundle has only its calls: `new Session(createApiClient())`. */
export class Resource {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}
