/** Displays less common types: rich text, locations, secret links and keys. */
import { lazy, Suspense } from "react";
import { CopyButton, Group, Button, Text } from "@mantine/core";
import { withBase } from "../addresses/base.ts";
import { t } from "../texts/texts.ts";

const LoadedRichText = lazy(() => import("./rich-text.tsx").then((m) => ({ default: m.RichText })));
const LoadedPlace = lazy(() => import("./place.tsx").then((m) => ({ default: m.Place })));

/** The cleaner of formatted text is loaded with the first such value. */
export function RichText(props: { html: string; small?: boolean }) {
  return (
    <Suspense fallback={null}>
      <LoadedRichText {...props} />
    </Suspense>
  );
}

/** Few lists have places: how they are written is loaded with the first one. */
export function Place(props: { value: string; linked: boolean }) {
  return (
    <Suspense fallback={<bdi dir="ltr">{props.value}</bdi>}>
      <LoadedPlace {...props} />
    </Suspense>
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
