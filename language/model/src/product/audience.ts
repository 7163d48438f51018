/** Who can open a screen: its rows in point 6, or else its For in point 2. */
import type { Screen } from "../screens/screen.ts";
import type { Product } from "./product.ts";

/** Names of roles, `everyone` or `anyone`. If the list is empty, nobody can open the screen. */
export function audienceOf(product: Product, screen: Screen): readonly string[] {
  const rows = product.permissions.screens.filter((row) => row.screen === screen.name);
  return rows.length === 0 ? screen.for : rows.map((row) => row.role).filter((role) => role !== "");
}
