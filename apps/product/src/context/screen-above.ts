/**
 * The screen to which the way back leads: from a record, the list, board, tree or calendar through which the person came;
 * else the one above by its route, or the first one of such records. One of the person's own records only if this is one.
 */
import type { ProductData, ScreenData } from "@nonet/screens";

interface Where {
  /** The address of the page before. */
  readonly from?: string | null;
  /** The record of the page. */
  readonly row?: Readonly<Record<string, unknown>> | undefined;
  /** The id of the person. */
  readonly me?: string | undefined;
}

export function screenAbove(product: ProductData, screen: ScreenData, where: Where = {}): ScreenData | undefined {
  const { body, route } = screen;
  const open = product.screens.filter((other) => other !== screen && !other.route.includes(":"));
  const above = open.filter((other) => other.route !== "/" && route.startsWith(`${other.route}/`)).sort((a, b) => b.route.length - a.route.length);
  if (body.kind !== "record") return above[0];
  const ofRecords = open.filter((other) => "list" in other.body && other.body.list.entity === body.entity);
  const through = ofRecords.find((other) => other.route === where.from);
  const byRoute = above.find((other) => mayHold(other, where));
  if (through || byRoute) return through ?? byRoute;
  const inMenu = new Set(product.menu.map((entry) => entry.screen));
  const fitting = ofRecords.filter((other) => inMenu.has(other.name) && mayHold(other, where));
  const lists = fitting.filter(({ body: { kind } }) => kind === "list");
  return lists.find((other) => "list" in other.body && !other.body.list.selective) ?? lists[0] ?? fitting[0];
}

function mayHold({ body }: ScreenData, { row, me }: Where): boolean {
  const personal = "list" in body ? body.list.personal : undefined;
  if (personal === undefined) return true;
  const named = row?.[personal];
  return me !== undefined && typeof named === "object" && named !== null && "id" in named && named.id === me;
}
