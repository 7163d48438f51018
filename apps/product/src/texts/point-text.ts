/** The nine points' titles, and what each adds to a product, in the reader's language. */
import { t } from "./texts.ts";

/** By its number. */
export const pointTitle = (number: number): string => titles[number - 1] ?? "";
export const pointSummary = (number: number): string => summaries[number - 1] ?? "";

const titles = [
  t("point-1-title"),
  t("point-2-title"),
  t("point-3-title"),
  t("point-4-title"),
  t("point-5-title"),
  t("point-6-title"),
  t("point-7-title"),
  t("point-8-title"),
  t("point-9-title"),
];
const summaries = [
  t("point-1-summary"),
  t("point-2-summary"),
  t("point-3-summary"),
  t("point-4-summary"),
  t("point-5-summary"),
  t("point-6-summary"),
  t("point-7-summary"),
  t("point-8-summary"),
  t("point-9-summary"),
];
