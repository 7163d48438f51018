/** Displays uploaded files and images. */
import { Group, Image } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";

interface FileValue {
  readonly id: string;
  readonly name?: string;
}

/** A value as a list of files; a file without a name is only its id. */
const filesOf = (values: readonly unknown[]): readonly FileValue[] => values.map((value) => (typeof value === "string" ? { id: value } : (value as FileValue)));

export const Pictures = ({ values, label, small }: { values: readonly unknown[]; label: string; small: boolean }) => (
  <Group gap={6}>
    {filesOf(values).map((file) => (
      <Picture key={file.id} file={file} label={label} small={small} />
    ))}
  </Group>
);

export const FileLinks = ({ values }: { values: readonly unknown[] }) => (
  <Group gap={8}>
    {filesOf(values).map((file) => (
      <a key={file.id} href={`/api/files/${file.id}`} target="_blank" rel="noreferrer">
        <IconPaperclip size={14} aria-hidden /> <bdi>{file.name ?? "file"}</bdi>
      </a>
    ))}
  </Group>
);

function Picture({ file, label, small }: { file: FileValue; label: string; small: boolean }) {
  const size = small ? 36 : 160;
  const image = <Image src={`/api/files/${file.id}`} alt={file.name ?? label} h={size} w={small ? size : "auto"} radius="sm" fit="cover" loading="lazy" />;
  return small ? (
    image
  ) : (
    <a href={`/api/files/${file.id}`} target="_blank" rel="noreferrer">
      {image}
    </a>
  );
}
