/** Recovery codes, shown once: to copy or to download. */
import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Text } from "@mantine/core";
import { t } from "../texts/texts.ts";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join("\n");
  return (
    <Alert color="product" title={t("keep-your-recovery-codes")} role="region" aria-label={t("recovery-codes")} styles={{ message: { color: "var(--mantine-color-text)" } }}>
      <Text size="sm" mb="sm">
        {t("if-you-lose-your-device-you-can")}
      </Text>
      <SimpleGrid cols={1} spacing="xs" mb="md">
        {codes.map((code) => (
          <Code key={code} style={{ fontSize: 14 }}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" size="sm" onClick={copy}>
              {copied ? t("copied") : t("copy")}
            </Button>
          )}
        </CopyButton>
        <Button component="a" variant="default" size="sm" href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`} download="recovery-codes.txt">
          {t("download")}
        </Button>
        <Button size="sm" onClick={onDone}>
          {t("i-have-saved-them")}
        </Button>
      </Group>
    </Alert>
  );
}
