/** Uploads chosen files at once, and holds their ids. */
import { ActionIcon, Button, FileButton, Group, Input, Stack, Text } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { asProblem, request } from "../api/request.ts";
import type { ControlProps } from "./control-props.ts";

interface Stored {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
}

export function FilePicker({ field, value, onChange, error, label }: ControlProps & { label: React.ReactNode }) {
  const many = field.control === "files" || field.control === "images";
  const image = field.control === "image" || field.control === "images";
  const files = (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as Stored[];
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = async (chosen: File[]) => {
    setBusy(true);
    setRefusal(null);
    try {
      const stored = await Promise.all(chosen.map(uploadFile));
      onChange(many ? [...files, ...stored] : (stored[0] ?? null));
    } catch (e) {
      setRefusal(asProblem(e).detail);
    }
    setBusy(false);
  };
  const remove = (id: string) => onChange(many ? files.filter((f) => f.id !== id) : null);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error ?? refusal} size="sm">
      <Stack gap={6}>
        {files.map((f) => (
          <Group key={f.id} gap={8} wrap="nowrap">
            {image ? <img src={`/api/files/${f.id}`} alt={f.name ?? field.label} height={44} style={{ borderRadius: 6 }} /> : null}
            <Text size="sm" truncate dir="auto">
              {f.name ?? "file"}
            </Text>
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${f.name ?? "file"}`} onClick={() => remove(f.id)}>
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <FileButton
          onChange={(f: File | File[] | null) => f && void upload(Array.isArray(f) ? f : [f])}
          {...(image ? { accept: "image/*" } : {})}
          multiple={many}
          inputProps={{ "aria-label": field.label, name: field.key }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={busy} leftSection={<IconUpload size={16} />} w="fit-content">
              {image ? "Add image" : "Add file"}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Input.Wrapper>
  );
}

function uploadFile(file: File): Promise<Stored> {
  const body = new FormData();
  body.append("file", file);
  return request<Stored>("/api/files", { method: "POST", body });
}
