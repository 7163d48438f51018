/**
 * Where the derived API is served: at `/api`, or where point 1 says (`API address: /desk/api`). Everything inside the product
 * writes addresses under `/api`; they are mapped where a request comes in and where an address goes out. What is under
 * `/api/-/` is the product's own and stays there.
 */
import type { Product } from "@nonet/model";

const derived = /^\/api(?=\/(?!-\/))/;
/** No document can name this path, and nothing is there. */
const nowhere = "/-/nowhere";

/** An address under `/api` as clients send it. */
export const atApiAddress = ({ about: { apiAddress } }: Product, path: string): string => (apiAddress === undefined ? path : path.replace(derived, apiAddress));

/** The address of a request as the routes know it. Where the API has moved, nothing of it is at `/api`. */
export function fromApiAddress({ about: { apiAddress } }: Product, url: string): string {
  if (apiAddress === undefined) return url;
  if (url.startsWith(`${apiAddress}/`)) return `/api${url.slice(apiAddress.length)}`;
  return derived.test(url) ? nowhere + url : url;
}
