/** A place with its hemispheres, and a link to it on a map. */
import { Anchor } from "@mantine/core";
import { formatCoordinates } from "../format/coordinates.ts";
import { t } from "../texts/texts.ts";

export function Place({ value, linked }: { value: string; linked: boolean }) {
  const place = formatCoordinates(value);
  if (!linked) return <bdi dir="ltr">{place}</bdi>;
  const [latitude, longitude] = value.split(",").map((n) => n.trim());
  return (
    <Anchor
      inherit
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={t("show-value-on-a-map", { value: place })}
    >
      <bdi dir="ltr">{place}</bdi>
    </Anchor>
  );
}
