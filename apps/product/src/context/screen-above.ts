/** The screen to which the way back leads: the one above by its route, or the list, board, tree or calendar of the record that it shows. */
import type { ProductData, ScreenData } from "@nonet/screens";

export function screenAbove(product: ProductData, screen: ScreenData): ScreenData | undefined {
  const { body, route } = screen;
  const open = product.screens.filter((other) => other !== screen && !other.route.includes(":"));
  const byRoute = open.filter((other) => other.route !== "/" && route.startsWith(`${other.route}/`)).sort((a, b) => b.route.length - a.route.length)[0];
  if (byRoute || body.kind !== "record") return byRoute;
  const inMenu = new Set(product.menu.map((entry) => entry.screen));
  const ofRecords = open.filter((other) => "list" in other.body && other.body.list.entity === body.entity && inMenu.has(other.name));
  return ofRecords.find((other) => other.body.kind === "list") ?? ofRecords[0];
}
