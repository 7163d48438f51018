/** Recovery codes, shown once: to copy or to download. */
import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Text } from "@mantine/core";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join("\n");
  return (
    <Alert color="product" title="Keep your recovery codes" role="region" aria-label="Recovery codes" styles={{ message: { color: "var(--mantine-color-text)" } }}>
      <Text size="sm" mb="sm">
        If you lose your device, you can sign in with one of these codes. Each works once. They won't be shown again.
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
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
        <Button component="a" variant="default" size="sm" href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`} download="recovery-codes.txt">
          Download
        </Button>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </Group>
    </Alert>
  );
}
