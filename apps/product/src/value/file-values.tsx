/** Displays uploaded files and images. */
import { Anchor, Group, Image } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { sizedImage } from "../format/sized-image.ts";
import type { FileValue } from "./file-value.ts";
import { t } from "../texts/texts.ts";

const PictureViewer = lazy(() => import("./picture-viewer.tsx").then((m) => ({ default: m.PictureViewer })));

/** A value as a list of files; a file without a name is only its id. */
const filesOf = (values: readonly unknown[]): readonly FileValue[] => values.map((value) => (typeof value === "string" ? { id: value } : (value as FileValue)));

/** `small`: as in a table's cell, where a click belongs to the row. */
export function Pictures({ values, label, small }: { values: readonly unknown[]; label: string; small: boolean }) {
  const files = filesOf(values);
  const [shown, setShown] = useState<number | null>(null);
  if (small)
    return (
      <Group gap={6} wrap="nowrap">
        {files.slice(0, 3).map((file) => (
          <Image key={file.id} src={sizedImage(file.id, 36)} alt={file.name ?? label} h={36} w={36} radius="sm" fit="cover" loading="lazy" decoding="async" />
        ))}
        {files.length > 3 ? <span>+{files.length - 3}</span> : null}
      </Group>
    );
  return (
    <Group gap={8}>
      {files.map((file, i) => (
        <button key={file.id} type="button" className="picture" aria-label={t("open-file", { file: file.name ?? label })} onClick={() => setShown(i)}>
          <Image src={sizedImage(file.id, 320)} alt={file.name ?? label} h={160} w="auto" mih={160} miw={80} maw="100%" radius="sm" fit="cover" loading="lazy" decoding="async" />
        </button>
      ))}
      {shown === null ? null : (
        <Suspense fallback={null}>
          <PictureViewer files={files} at={shown} label={label} show={setShown} />
        </Suspense>
      )}
    </Group>
  );
}

export const FileLinks = ({ values }: { values: readonly unknown[] }) => (
  <Group gap={8}>
    {filesOf(values).map((file) => (
      <Anchor key={file.id} inherit href={`/api/files/${file.id}`} target="_blank" rel="noreferrer">
        <IconPaperclip size={14} aria-hidden /> <bdi>{file.name ?? t("file")}</bdi>
      </Anchor>
    ))}
  </Group>
);
