/** The way back from a screen to the one above it: by its route, or to the list, board, tree or calendar of the record that it shows. */
import { IconChevronRight } from "@tabler/icons-react";
import type { ProductData, ScreenData } from "@nonet/screens";
import { Link } from "../navigation/link.tsx";
import { useProductContext } from "./product-context.tsx";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

export function Breadcrumbs({ screen }: { screen: ScreenData }) {
  const { product } = useProductContext();
  const above = screenAbove(product, screen);
  if (!above) return null;
  return (
    <nav aria-label={t("breadcrumb")} className="breadcrumbs no-print">
      <Link to={above.route} size="sm" c="dimmed">
        <bdi>{named(above.name)}</bdi>
      </Link>
      <IconChevronRight size={14} aria-hidden className="flips" />
    </nav>
  );
}

function screenAbove(product: ProductData, screen: ScreenData): ScreenData | undefined {
  const { body, route } = screen;
  const open = product.screens.filter((other) => other !== screen && !other.route.includes(":"));
  const byRoute = open.filter((other) => other.route !== "/" && route.startsWith(`${other.route}/`)).sort((a, b) => b.route.length - a.route.length)[0];
  if (byRoute || body.kind !== "record") return byRoute;
  const inMenu = new Set(product.menu.map((entry) => entry.screen));
  const ofRecords = open.filter((other) => "list" in other.body && other.body.list.entity === body.entity && inMenu.has(other.name));
  return ofRecords.find((other) => other.body.kind === "list") ?? ofRecords[0];
}
