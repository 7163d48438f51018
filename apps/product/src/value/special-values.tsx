/** Displays less common types: rich text, locations, secret links and keys. */
import { lazy, Suspense } from "react";
import { Anchor, CopyButton, Group, Button, Text } from "@mantine/core";
import { withBase } from "../addresses/base.ts";
import { formatCoordinates } from "../format/coordinates.ts";
import { t } from "../texts/texts.ts";

const LoadedRichText = lazy(() => import("./rich-text.tsx").then((m) => ({ default: m.RichText })));

/** The cleaner of formatted text is loaded with the first such value. */
export function RichText(props: { html: string; small?: boolean }) {
  return (
    <Suspense fallback={null}>
      <LoadedRichText {...props} />
    </Suspense>
  );
}

export function MapLink({ value }: { value: string }) {
  const [latitude, longitude] = value.split(",").map((n) => n.trim());
  const place = formatCoordinates(value);
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

/** The full address, which gives access to the record. */
export function SecretLink({ path }: { path: string }) {
  const address = new URL(withBase(path), window.location.origin).href;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text span size="sm" c="dimmed" truncate miw={0} maw={220} dir="ltr">
        {address}
      </Text>
      <Copy text={address} label={t("copy-link")} />
    </Group>
  );
}

export const Copy = ({ text, label }: { text: string; label: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button size="compact-xs" variant="default" flex="none" onClick={copy}>
        {copied ? t("copied") : label}
      </Button>
    )}
  </CopyButton>
);
