/** A section of the Account page: a card with a heading. */
import { Paper, Stack, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" className="card" p="lg" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {text ? <Text c="dimmed">{text}</Text> : null}
        {children}
      </Stack>
    </Paper>
  );
}
