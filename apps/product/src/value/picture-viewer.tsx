/** Shows a record's pictures large, one after the other: arrow keys turn, Escape closes. */
import { ActionIcon, Anchor, Group, Modal, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { sizedImage } from "../format/sized-image.ts";
import type { FileValue } from "./file-value.ts";
import { t } from "../texts/texts.ts";

interface Props {
  readonly files: readonly FileValue[];
  readonly at: number;
  readonly label: string;
  show(at: number | null): void;
}

export function PictureViewer({ files, at, label, show }: Props) {
  const file = files[at];
  const turn = (by: number) => () => show((at + by + files.length) % files.length);
  useHotkeys(files.length > 1 ? [["ArrowLeft", turn(-1)], ["ArrowRight", turn(1)]] : []); // prettier-ignore
  if (!file) return null;
  const name = file.name ?? label;
  return (
    <Modal opened onClose={() => show(null)} size="auto" centered title={<bdi>{name}</bdi>} closeButtonProps={{ "aria-label": t("close") }}>
      <img src={sizedImage(file.id, 1280)} alt={name} className="large-picture" />
      <Group justify="space-between" mt="sm">
        <Anchor href={`/api/files/${file.id}`} target="_blank" rel="noreferrer" size="sm">
          {t("open-original")}
        </Anchor>
        {files.length > 1 ? (
          <Group gap="xs">
            <ActionIcon variant="default" aria-label={t("previous-picture")} onClick={turn(-1)}>
              <IconChevronLeft size={16} />
            </ActionIcon>
            <Text size="sm" c="dimmed">
              {t("at-of-files", { at: at + 1, files: files.length })}
            </Text>
            <ActionIcon variant="default" aria-label={t("next-picture")} onClick={turn(1)}>
              <IconChevronRight size={16} />
            </ActionIcon>
          </Group>
        ) : null}
      </Group>
    </Modal>
  );
}
