/** Who a screen is for: its For in point 2, or its own row in point 6, which then says it alone. */
import type { Screen } from "../screens/screen.ts";
import type { Product } from "./product.ts";

/** Roles, `everyone` or `anyone`; nobody where the list is empty. */
export function audienceOf(product: Product, screen: Screen): readonly string[] {
  const rows = product.permissions.screens.filter((row) => row.screen === screen.name);
  return rows.length === 0 ? screen.for : rows.map((row) => row.role).filter((role) => role !== "");
}
