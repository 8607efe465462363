// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
/** Every property of an object: the same for an object in it, 0 for other values. */
export type Order = { readonly [property: string]: Order | 0 };

/** The properties of each event in the order in which the service writes them. */
export const eventOrders: readonly Order[] = [
  {"id":0,"type":0,"created":0,"test":0,"data":{"id":0,"state":0,"previous_state":0,"reference":0,"failure":{"code":0,"message":0,"retryable":0,"cause":0,"help_url":0},"specimen":0}},
  {"id":0,"type":0,"created":0,"data":{"id":0,"state":0,"cause":0,"reference":0,"specimen":0}},
  {"id":0,"type":0,"created":0,"data":{"id":0,"expires":0,"reference":0,"specimen":0}},
  {"id":0,"type":0,"created":0,"data":{"spending_cap":0,"cycle_cost":0,"cycle_start":0,"cycle_end":0}},
];
