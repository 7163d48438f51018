/** The nine points and their titles. */

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const pointTitles: Readonly<Record<PointNumber, string>> = {
  1: "What the product does and for whom",
  2: "Screens and routes",
  3: "Entities and their fields",
  4: "States and transitions",
  5: "Validation rules",
  6: "Roles and permissions",
  7: "The calls it makes",
  8: "The error catalogue",
  9: "Business constants and limits",
};
