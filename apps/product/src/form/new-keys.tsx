/** Shows the secret keys of a new record once. */
import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { Copy } from "../value/special-values.tsx";
import { t } from "../texts/texts.ts";

export function NewKeysDialog({ keys, onClose }: { keys: readonly { readonly label: string; readonly key: string }[]; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title={t("save-this-key")} closeOnClickOutside={false} centered>
      <Stack>
        <Alert color="yellow">{t("this-key-is-shown-only-once-copy")}</Alert>
        {keys.map(({ label, key }) => (
          <Stack key={label} gap={4}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Group wrap="nowrap">
              <Code style={{ overflowWrap: "anywhere" }} dir="ltr">
                {key}
              </Code>
              <Copy text={key} label={t("copy")} />
            </Group>
          </Stack>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("done")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
