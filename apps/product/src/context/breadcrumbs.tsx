/** The way back from a screen to the one above it. */
import { IconChevronLeft } from "@tabler/icons-react";
import type { ScreenData } from "@nonet/screens";
import { Link } from "../navigation/link.tsx";
import { cameFrom } from "../navigation/location.ts";
import { useProductContext } from "./product-context.tsx";
import { screenAbove } from "./screen-above.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

export function Breadcrumbs({ screen, row }: { screen: ScreenData; row?: Readonly<Record<string, unknown>> | undefined }) {
  const { product, me } = useProductContext();
  const above = screenAbove(product, screen, { from: cameFrom(), row, me: me.id });
  if (!above) return null;
  return (
    <nav aria-label={t("breadcrumb")} className="breadcrumbs no-print">
      <IconChevronLeft size={14} aria-hidden className="flips" />
      <Link to={above.route} size="sm" c="dimmed">
        <bdi>{named(above.name)}</bdi>
      </Link>
    </nav>
  );
}
