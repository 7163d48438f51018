/** Chooses or drops files, sends them at once with their progress, and holds what is stored. */
import { ActionIcon, Button, FileButton, Group, Input, Progress, Stack, Text } from "@mantine/core";
import { IconCrop, IconFile, IconRefresh, IconUpload, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import type { StoredFile } from "../api/upload.ts";
import { sizeText } from "../format/file-size.ts";
import { storedImage, sizedImage } from "../format/sized-image.ts";
import type { ControlProps } from "./control-props.ts";
import { type Sending, useUploads } from "./uploads.ts";
import { t } from "../texts/texts.ts";

const CropDialog = lazy(() => import("./crop-dialog.tsx").then((m) => ({ default: m.CropDialog })));

/** Types that a browser can draw and write again. An animated or a drawn picture (GIF, SVG) would lose what makes it one. */
const canBeCropped = (type: string | undefined): boolean => ["image/png", "image/jpeg", "image/webp", "image/avif"].includes(type ?? "");

/** `replaces`: the id of the stored picture that is cropped once more. */
interface Cropping {
  readonly file: File;
  readonly replaces?: string;
}

export function FilePicker({ field, value, onChange, error, label }: ControlProps & { label: React.ReactNode }) {
  const many = field.control === "files" || field.control === "images";
  const image = field.control === "image" || field.control === "images";
  const files = (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as StoredFile[];
  // Several files can end in the same moment, before the field is drawn again.
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  });
  const hold = (next: readonly StoredFile[]) => {
    latest.current = [...next];
    onChange(many ? next : (next[0] ?? null));
  };
  const uploads = useUploads(
    (file) => (image && !file.type.startsWith("image/") ? t("file-isnt-an-image-choose-a-png", { file: file.name }) : null),
    (stored, replaces) =>
      hold(latest.current.some(({ id }) => id === replaces) ? latest.current.map((one) => (one.id === replaces ? stored : one)) : many ? [...latest.current, stored] : [stored]),
  );
  const noun = image ? t("image") : t("file");
  const [over, setOver] = useState(false);
  const forgetChoice = useRef<() => void>(null);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const add = (chosen: readonly File[]) => {
    const [first] = chosen;
    if (image && !many && first && canBeCropped(first.type)) setCropping({ file: first });
    else uploads.add(many ? chosen : chosen.slice(0, 1));
  };
  const cropAgain = async ({ id, name = noun, type }: StoredFile) => {
    const content = await fetch(storedImage(id))
      .then((response) => (response.ok ? response.blob() : null))
      .catch(() => null);
    if (content) setCropping({ file: new File([content], name, { type: type ?? content.type }), replaces: id });
  };
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} size="sm">
      <Stack
        gap={6}
        className={over ? "drop over" : "drop"}
        onDragOver={(e) => {
          if (!e.dataTransfer.types.includes("Files")) return;
          e.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          e.preventDefault();
          setOver(false);
          add([...e.dataTransfer.files]);
        }}
      >
        {files.map((file) => (
          <FileLine
            key={file.id}
            name={file.name ?? noun}
            detail={file.size === undefined ? null : sizeText(file.size)}
            picture={image ? <img src={sizedImage(file.id, 80)} alt={file.name ?? field.label} height={44} className="thumb" /> : <IconFile size={20} aria-hidden />}
            more={
              image && canBeCropped(file.type) ? (
                <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("crop-name", { name: file.name ?? noun })} onClick={() => void cropAgain(file)}>
                  <IconCrop size={16} />
                </ActionIcon>
              ) : null
            }
            remove={() => hold(files.filter((f) => f.id !== file.id))}
          />
        ))}
        {uploads.sending.map((one) => (
          <SendingLine key={one.key} one={one} retry={() => uploads.retry(one)} drop={() => uploads.drop(one)} />
        ))}
        <Group gap="xs">
          <FileButton
            resetRef={forgetChoice}
            onChange={(f: File | File[] | null) => f && add(Array.isArray(f) ? f : [f])}
            {...(image ? { accept: "image/*" } : {})}
            multiple={many}
            inputProps={{ "aria-label": field.label, name: field.key }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} />} w="fit-content">
                {image
                  ? many
                    ? t("add-images")
                    : files.length > 0
                      ? t("replace-image")
                      : t("add-image")
                  : many
                    ? t("add-files")
                    : files.length > 0
                      ? t("replace-file")
                      : t("add-file")}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            {many ? t("or-drop-them-here") : t("or-drop-it-here")}
          </Text>
        </Group>
      </Stack>
      {cropping ? (
        <Suspense fallback={null}>
          <CropDialog
            file={cropping.file}
            onCancel={() => {
              setCropping(null);
              // So that the same picture can be chosen once more.
              forgetChoice.current?.();
            }}
            onDone={(file) => {
              setCropping(null);
              if (cropping.replaces === undefined || file !== cropping.file) uploads.add([file], cropping.replaces);
            }}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}

interface FileLineProps {
  readonly name: string;
  readonly detail: React.ReactNode;
  readonly picture: React.ReactNode;
  readonly more?: React.ReactNode;
  remove(): void;
}

const FileLine = ({ name, detail, picture, more, remove }: FileLineProps) => (
  <Group gap={10} wrap="nowrap">
    {picture}
    <Stack gap={2} style={{ flex: 1, minWidth: 0 }}>
      <Text size="sm" truncate dir="auto" title={name}>
        {name}
      </Text>
      {detail === null ? null : (
        <Text component="div" size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </Stack>
    {more}
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("remove-name", { name })} onClick={remove}>
      <IconX size={16} />
    </ActionIcon>
  </Group>
);

/** A file on its way, or one that wasn't stored, with the reason and a second try. */
function SendingLine({ one, retry, drop }: { one: Sending; retry: () => void; drop: () => void }) {
  const { file, share, problem } = one;
  const detail =
    problem === null ? (
      <Progress value={share * 100} size="sm" aria-label={t("sending-file", { file: file.name })} />
    ) : (
      <Text span size="xs" c="var(--mantine-color-error)" role="alert">
        {problem}
      </Text>
    );
  const again =
    problem === null || share === 0 ? null : (
      <ActionIcon variant="subtle" size={28} aria-label={t("send-file-again", { file: file.name })} onClick={retry}>
        <IconRefresh size={16} />
      </ActionIcon>
    );
  return <FileLine name={file.name} detail={detail} picture={<IconFile size={20} aria-hidden />} more={again} remove={drop} />;
}
