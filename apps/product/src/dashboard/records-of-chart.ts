/** The addresses of the records behind the points of a chart. */
import type { ValueElementData } from "@nonet/screens";
import { behindAddress } from "../list/state/behind.ts";

/** Undefined where the reader has no list of them. */
export const recordsOfChart = (screen: string, { opens, title }: Extract<ValueElementData, { kind: "chart" }>) =>
  opens === null ? undefined : (label: string) => behindAddress(opens, { dashboard: screen, element: title, label });
