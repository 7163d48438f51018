/** Displays one value of a record according to its control. */
import { Badge, Group, Image, Text } from "@mantine/core";
import { IconCheck, IconPaperclip } from "@tabler/icons-react";
import { useProductContext } from "../context/product-context.tsx";
import { recordAddress } from "../format/record-address.ts";
import { isEmpty, isNumeric, textOf, type Shape } from "../format/value-text.ts";
import { Link } from "../navigation/link.tsx";
import { NotShown } from "./not-shown.tsx";
import { PartsTable } from "./parts-table.tsx";
import { MapLink, RichText, SecretLink } from "./special-values.tsx";
import { StateBadge } from "./state-badge.tsx";

interface FileValue {
  readonly id: string;
  readonly name?: string;
}

const fileOf = (value: unknown): FileValue => (typeof value === "string" ? { id: value } : (value as FileValue));

export function ShowValue({
  shape: given,
  value,
  small,
  linked = true,
  row,
}: {
  shape: Shape;
  value: unknown;
  small?: boolean;
  linked?: boolean;
  row?: Readonly<Record<string, unknown>>;
}) {
  const { product } = useProductContext();
  const currency = given.currencyKey ? row?.[given.currencyKey] : undefined;
  const shape = typeof currency === "string" ? { ...given, currency } : given;
  const missing = (row?.["_notShown"] as Readonly<Record<string, string>> | undefined)?.[given.key];
  if (missing !== undefined)
    return (
      <Text span c="dimmed" fs="italic">
        <NotShown needs={missing} />
      </Text>
    );
  if (isEmpty(value))
    return (
      <Text span c="dimmed" aria-label="empty">
        –
      </Text>
    );
  const list = Array.isArray(value) ? value : [value];
  switch (shape.control) {
    case "yes/no":
      return value === true ? (
        <IconCheck size={18} role="img" aria-label="yes" color="var(--mantine-primary-color-filled)" />
      ) : (
        <Text span c="dimmed">
          no
        </Text>
      );
    case "choice":
      return shape.key === "state" || shape.key.endsWith(".state") ? <StateBadge state={String(value)} /> : <bdi>{String(value)}</bdi>;
    case "choices":
    case "texts":
      return (
        <Group gap={4}>
          {list.map((v, i) => (
            <Badge key={i} variant="default" tt="none">
              <bdi>{String(v)}</bdi>
            </Badge>
          ))}
        </Group>
      );
    case "reference":
    case "references":
    case "list":
      return (
        <Group gap={6}>
          {list.map((v, i) => (
            <ReferenceText key={i} value={v} entity={shape.entity} linked={linked} />
          ))}
        </Group>
      );
    case "image":
    case "images":
      return (
        <Group gap={6}>
          {list.map((v) => (
            <Picture key={fileOf(v).id} file={fileOf(v)} label={shape.label} small={small} />
          ))}
        </Group>
      );
    case "file":
    case "files":
      return (
        <Group gap={8}>
          {list.map((v) => (
            <FileLink key={fileOf(v).id} file={fileOf(v)} />
          ))}
        </Group>
      );
    case "parts":
      return (
        <PartsTable
          parts={list as Record<string, unknown>[]}
          fields={shape.parts ?? []}
          label={shape.label}
          show={(partShape, partValue, part) => <ShowValue shape={partShape} value={partValue} row={part} small />}
        />
      );
    case "web address":
      return (
        <a href={/^https?:/i.test(String(value)) ? String(value) : undefined} rel="noreferrer noopener" target="_blank">
          <bdi>{String(value)}</bdi>
        </a>
      );
    case "rich text":
      return <RichText html={String(value)} small={small} />;
    case "location":
      return <MapLink value={String(value)} />;
    case "secret link":
      return <SecretLink path={String(value)} />;
    case "address":
    case "long text":
      return (
        <Text span dir="auto" style={{ whiteSpace: "pre-wrap" }}>
          {String(value)}
        </Text>
      );
    case "colour":
      return (
        <Group gap={6}>
          <span aria-hidden style={{ width: 16, height: 16, borderRadius: 4, background: String(value) }} />
          {String(value)}
        </Group>
      );
    default:
      return (
        <bdi className={isNumeric(shape.control) ? "numeric" : ["date", "time", "readonly"].includes(shape.control) ? "whole" : undefined}>{textOf(shape, value, product)}</bdi>
      );
  }
}

function ReferenceText({ value, entity, linked }: { value: unknown; entity: string | null; linked: boolean }) {
  const { product } = useProductContext();
  if (typeof value !== "object" || value === null) return <bdi>{String(value)}</bdi>;
  const reference = value as Record<string, unknown> & { shownAs?: string };
  const data = product.entities.find((e) => e.name === entity);
  const to = linked && data && data.name !== "User" ? recordAddress({ ...data, recordParameter: "id" }, reference) : null;
  const text = <bdi>{reference.shownAs ?? "–"}</bdi>;
  return to ? (
    <Link to={to} inherit>
      {text}
    </Link>
  ) : (
    text
  );
}

function Picture({ file, label, small }: { file: FileValue; label: string; small?: boolean }) {
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

const FileLink = ({ file }: { file: FileValue }) => (
  <a href={`/api/files/${file.id}`} target="_blank" rel="noreferrer">
    <IconPaperclip size={14} aria-hidden /> <bdi>{file.name ?? "file"}</bdi>
  </a>
);
