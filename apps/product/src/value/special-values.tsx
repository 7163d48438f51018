/** Displays less common types: rich text, locations, secret links and keys. */
import { Anchor, CopyButton, Group, Button, Text } from "@mantine/core";
import { cleanHtml } from "../format/clean-html.ts";

/** Sanitizes the HTML again, because the front end doesn't trust any value. */
export function RichText({ html, small }: { html: string; small?: boolean }) {
  if (small)
    return (
      <Text span lineClamp={2} dir="auto">
        {textOfHtml(html)}
      </Text>
    );
  return <div className="rich" dir="auto" dangerouslySetInnerHTML={{ __html: cleanHtml(html) }} />;
}

const textOfHtml = (html: string): string => new DOMParser().parseFromString(cleanHtml(html), "text/html").body.textContent ?? "";

export function MapLink({ value }: { value: string }) {
  const [latitude, longitude] = value.split(",").map((n) => n.trim());
  return (
    <Anchor
      inherit
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`Show ${value} on a map`}
    >
      <bdi>{value}</bdi>
    </Anchor>
  );
}

/** The full address, which gives access to the record. */
export function SecretLink({ path }: { path: string }) {
  const address = new URL(path, window.location.origin).href;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text span size="sm" c="dimmed" truncate maw={220} dir="ltr">
        {address}
      </Text>
      <Copy text={address} label="Copy link" />
    </Group>
  );
}

export const Copy = ({ text, label }: { text: string; label: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button size="compact-xs" variant="default" onClick={copy}>
        {copied ? "Copied" : label}
      </Button>
    )}
  </CopyButton>
);
