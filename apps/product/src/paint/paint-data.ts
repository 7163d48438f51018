/** What a page is painted of: the product as its reader sees it, who reads, and the values of the screen. */
import type { ProductData, ScreenData } from "@nonet/screens";

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** A number, a chart or a list of a dashboard, as `GET /api/screens/NAME/data` sends it. */
export type PaintedElement =
  | { readonly kind: "number"; readonly value: string | null; readonly known?: string; readonly notKnown?: number; readonly notShown?: string; readonly why?: string }
  | { readonly kind: "list"; readonly items: readonly Row[]; readonly why?: string }
  | { readonly kind: "chart" | "text"; readonly why?: string };

/** Null where nothing could be read in time, or the screen shows what only the front end draws. */
export type PaintedContent =
  | { readonly kind: "list"; readonly rows: readonly Row[] }
  | { readonly kind: "record"; readonly row: Row; readonly shownAs: string | null; readonly title: string | null; readonly hidden: readonly string[] }
  | { readonly kind: "dashboard"; readonly elements: readonly PaintedElement[] }
  | null;

export interface Painted {
  readonly product: ProductData;
  readonly me: { readonly id: string; readonly name: string; readonly email: string; readonly owner: boolean };
  readonly path: string;
  /** Null for the product's own pages. */
  readonly screen: ScreenData | null;
  readonly content: PaintedContent;
}
