/** The key of a query: the call, and its parameters. */
export type QueryKey<Params> = readonly [call: string, params?: Params];

export const queryKey = <Params>(call: string, params: Params | undefined): QueryKey<Params> =>
  params === undefined ? [call] : [call, params];
