/** Displays values that are one line or a block of text: yes or no, choices, addresses, colors. */
import { Badge, Group, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { t } from "../texts/texts.ts";

export const YesOrNo = ({ value }: { value: boolean }) =>
  value ? (
    // The line around it keeps the text beside it on its baseline.
    <span>
      <IconCheck size="1.15em" role="img" aria-label={t("yes")} color="var(--mantine-primary-color-light-color)" style={{ verticalAlign: "-0.2em" }} />
    </span>
  ) : (
    <Text span inherit c="dimmed">
      {t("no")}
    </Text>
  );

export const Badges = ({ values }: { values: readonly unknown[] }) => (
  <Group gap={4} display="inline-flex">
    {values.map((value, i) => (
      <Badge key={i} variant="default" tt="none">
        <bdi>{String(value)}</bdi>
      </Badge>
    ))}
  </Group>
);

/** Only `http` and `https` addresses become links, so that no address can run a script. */
export const WebAddress = ({ value }: { value: string }) => (
  <a href={/^https?:/i.test(value) ? value : undefined} rel="noreferrer noopener" target="_blank">
    <bdi>{value}</bdi>
  </a>
);

export const MultilineText = ({ value }: { value: string }) => (
  <Text span inherit dir="auto" style={{ whiteSpace: "pre-wrap" }}>
    {value}
  </Text>
);

export const Color = ({ value }: { value: string }) => (
  <Group gap={6}>
    <span aria-hidden style={{ width: 16, height: 16, borderRadius: 4, background: value }} />
    {value}
  </Group>
);
