/** A question with its two answers. Focus starts on the way back, where what would happen can't be undone. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { t } from "../texts/texts.ts";
import type { useOpenQuestion } from "./ask.ts";

export function QuestionDialog({ question }: { question: NonNullable<ReturnType<typeof useOpenQuestion>> }) {
  const { title, text, yes, no = t("cancel"), dangerous = false, answer } = question;
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      // The window hears Escape for every open dialog; here it closes this one only.
      closeOnEscape={false}
      onKeyDown={(event) => event.key === "Escape" && answer(false)}
      title={<bdi>{title}</bdi>}
      withCloseButton={false}
      zIndex={400}
      transitionProps={{ duration: 0 }}
    >
      {text === undefined ? null : (
        <Text mb="lg" style={{ whiteSpace: "pre-line" }}>
          <bdi>{text}</bdi>
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer(false)} {...(dangerous ? { "data-autofocus": true } : {})}>
          {no}
        </Button>
        <Button onClick={() => answer(true)} {...(dangerous ? { color: "red" } : { "data-autofocus": true })}>
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}
