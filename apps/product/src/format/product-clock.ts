/** Today's date in the product. */
import { dateIn } from "./format.ts";

let productNow: string | null = null;
/** Sets the rehearsal clock, from which forms and calendars take today's date. */
export const setProductNow = (now: string | null): void => {
  productNow = now;
};
export const currentMoment = (): Date => (productNow ? new Date(productNow) : new Date());
export const today = (zone: string): string => dateIn(zone, currentMoment());
