/** A screen's heading, with its source line and the defaults that shaped it. */
import { Group, Text, Title, Tooltip } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { ScreenData } from "@nonet/screens";
import { Link } from "../navigation/link.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { useProductContext } from "./product-context.tsx";
import { SourceLink, lineAnchor } from "./source-link.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export function Heading({
  title,
  screen,
  record,
  row,
  badge,
  children,
  defaults = [],
}: {
  title: ReactNode;
  screen: ScreenData | null;
  /** The name of the record that the page shows, for the title of the browser's tab. */
  record?: string;
  row?: Readonly<Record<string, unknown>>;
  badge?: ReactNode;
  children?: ReactNode;
  defaults?: readonly number[];
}) {
  const { product, lines } = useProductContext();
  const name = screen && named(screen.name);
  useDocumentTitle([record, name ?? (typeof title === "string" ? title : undefined), named(product.name)].filter((part) => part !== undefined).join(" · "));
  const numbers = [...new Set([...(screen?.defaults ?? []), ...defaults])];
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div style={{ minWidth: 0 }}>
        {screen ? <Breadcrumbs screen={screen} row={row} /> : null}
        <Group gap="sm" align="center" data-document-line={screen === null || screen.line === null ? undefined : lineAnchor(screen)}>
          <Title order={1} size="h2" dir="auto" {...(record === undefined ? {} : { lineClamp: 3 })}>
            {title === screen?.name ? name : title}
          </Title>
          {badge}
        </Group>
        {/* For those who work on the document, not part of what the page says. */}
        {lines ? (
          <Group gap={8} mt={2}>
            {screen?.derived ? (
              <Text size="xs" c="dimmed">
                {t("derived-from-the-fields-the-document-doesnt")}
              </Text>
            ) : null}
            <SourceLink at={screen ?? { line: null }} of={screen?.name ?? "screen"} />
            {numbers.map((n) => (
              <DefaultMark key={n} number={n} />
            ))}
          </Group>
        ) : null}
      </div>
      <Group gap="xs" className="no-print">
        {children}
      </Group>
    </Group>
  );
}

export const DefaultMark = ({ number }: { number: number }) => (
  <Tooltip label={t("the-document-doesnt-define-this-so-a")}>
    <span>
      <Link to={`/document#default-${number}`} size="xs" c="dimmed" underline="always">
        {t("default-number", { number })}
      </Link>
    </span>
  </Tooltip>
);
