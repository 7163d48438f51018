/** Steps of one change that hang on nothing of each other, sent side by side. */

type Values<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Waits for every one of them, also where one fails: none may send anything when the transaction is over. */
export async function together<const T extends readonly Promise<unknown>[]>(steps: T): Promise<Values<T>> {
  const settled = await Promise.allSettled(steps);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Values<T>;
}
