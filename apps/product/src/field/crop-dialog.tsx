/** Crops a picture before it is sent. The whole picture is sent as it is; a part of it becomes a new file, without the photo's metadata. */
import { Button, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { t } from "../texts/texts.ts";

interface CropDialogProps {
  readonly file: File;
  /** Gets the same file if nothing was cut off. */
  onDone(file: File): void;
  onCancel(): void;
}

const whole: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };
const shapes = { free: undefined, square: 1, wide: 16 / 9 } as const;
type Shape = keyof typeof shapes;

export function CropDialog({ file, onDone, onCancel }: CropDialogProps) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState(whole);
  const [shape, setShape] = useState<Shape>("free");
  const [busy, setBusy] = useState(false);
  const choose = (next: Shape) => {
    setShape(next);
    const { width, height } = image.current!;
    const aspect = shapes[next];
    setCrop(
      aspect === undefined
        ? whole
        : centerCrop(makeAspectCrop({ unit: "%", ...(width / height > aspect ? { height: 100 } : { width: 100 }) }, aspect, width, height), width, height),
    );
  };
  const use = async () => {
    setBusy(true);
    onDone(isWhole(crop) ? file : ((await partOf(image.current!, crop, file)) ?? file));
  };
  return (
    <Modal
      opened
      centered
      size="lg"
      title={t("crop-image")}
      closeButtonProps={{ "aria-label": t("cancel") }}
      onClose={onCancel}
      closeOnEscape={false}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
      // Escape closes this dialog only, not the form behind it.
      onFocusCapture={(event) => event.target.setAttribute("data-mantine-stop-propagation", "true")}
      zIndex={300}
    >
      <Stack gap="md">
        <Group justify="center" className="crop-area">
          <ReactCrop crop={crop} aspect={shapes[shape]} minWidth={8} minHeight={8} keepSelection ruleOfThirds ariaLabels={labels()} onChange={(_, next) => setCrop(next)}>
            <img ref={image} src={address} alt={file.name} onError={() => onDone(file)} />
          </ReactCrop>
        </Group>
        <Text size="sm" c="dimmed">
          {t("drag-the-corners-to-crop")}
        </Text>
        <Group justify="space-between">
          <SegmentedControl
            aria-label={t("shape")}
            value={shape}
            onChange={(value) => choose(value as Shape)}
            data={[
              { value: "free", label: t("shape-free") },
              { value: "square", label: t("shape-square") },
              { value: "wide", label: t("shape-wide") },
            ]}
          />
          <Group gap="sm">
            <Button variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
            <Button data-autofocus loading={busy} onClick={() => void use()}>
              {isWhole(crop) ? t("use-whole-image") : t("use-cropped-image")}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function labels() {
  const handle = (side: string) => t("crop-handle", { side });
  return {
    cropArea: t("crop-area"),
    nDragHandle: handle("top"),
    neDragHandle: handle("topRight"),
    eDragHandle: handle("right"),
    seDragHandle: handle("bottomRight"),
    sDragHandle: handle("bottom"),
    swDragHandle: handle("bottomLeft"),
    wDragHandle: handle("left"),
    nwDragHandle: handle("topLeft"),
  };
}

const isWhole = ({ width, height }: PercentCrop): boolean => width > 99.5 && height > 99.5;

/** Pixels: browsers on telephones draw nothing larger. */
const mostPixels = 16_000_000;

/** Null where the browser can't write the picture. */
async function partOf(image: HTMLImageElement, { x, y, width, height }: PercentCrop, { name, type }: File): Promise<File | null> {
  const [across, down] = [image.naturalWidth / 100, image.naturalHeight / 100];
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * across * height * down)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * across * scale));
  canvas.height = Math.max(1, Math.round(height * down * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, x * across, y * down, width * across, height * down, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92));
  // A browser that can't write the type writes PNG.
  return drawn && new File([drawn], drawn.type === type ? name : name.replace(/\.\w+$/, "") + ".png", { type: drawn.type });
}
