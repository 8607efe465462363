/** The result of a call: a promise of the data, with access to the raw response and to further pages. */

/** The data of a call, with the response that it came in. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | undefined;
}

/** A promise of the data. A list can also be iterated with `for await`, which fetches one page at a time. */
export type Result<T> = Promise<T> & {
  /** The data with the response and the request id. */
  withResponse(): Promise<WithResponse<T>>;
} & ('next_cursor' extends keyof T ? AsyncIterable<ItemOf<T>> : unknown);

/** Type of the items of a page: the page has exactly one property that is a list. */
export type ItemOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends (infer Item)[] ? Item : never }[keyof T];

export function resultOf<T>(send: (params: object) => Promise<WithResponse<unknown>>, params: object): Result<T> {
  const answer = send(params) as Promise<WithResponse<T>>;
  const data = answer.then((answer) => answer.data);
  return Object.assign(data, {
    withResponse() {
      // A caller of `withResponse` never awaits this promise, so its rejection must not count as unhandled.
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
