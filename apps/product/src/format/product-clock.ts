/** Today's date in the product. */
import { dateIn } from "./format.ts";

let productNow: string | null = null;
/** In rehearsal the clock stands where it is put; forms begin with its day. */
export const setProductNow = (now: string | null): void => {
  productNow = now;
};
export const today = (zone: string): string => dateIn(zone, productNow ? new Date(productNow) : new Date());
