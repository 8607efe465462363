/** What a call returns: a promise of the data, with the raw response and the pages behind it. */

/** The data of a call with the response that carried it. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | undefined;
}

/** A promise of the data. A list can also be walked with `for await`, which fetches one page after the other. */
export type Result<T> = Promise<T> & {
  /** The data with the response and the id of the request. */
  withResponse(): Promise<WithResponse<T>>;
} & ('next_cursor' extends keyof T ? AsyncIterable<ItemOf<T>> : unknown);

/** Type of the items of a page: the page has one property that is a list. */
export type ItemOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends (infer Item)[] ? Item : never }[keyof T];

/** Sends the call at once. */
export function resultOf<T>(send: (params: object) => Promise<WithResponse<unknown>>, params: object): Result<T> {
  const answer = send(params) as Promise<WithResponse<T>>;
  const data = answer.then((answer) => answer.data);
  return Object.assign(data, {
    withResponse() {
      // Who asks for the response does not await the promise of the data, whose rejection must not count as unhandled.
      data.catch(() => {});
      return answer;
    },
    async *[Symbol.asyncIterator]() {
      let page = (await data) as Page;
      for (;;) {
        yield* Object.values(page).find(Array.isArray) ?? [];
        if (!page.next_cursor) return;
        page = (await send({ ...params, cursor: page.next_cursor })).data as Page;
      }
    },
  }) as Result<T>;
}

interface Page {
  next_cursor?: string;
}
