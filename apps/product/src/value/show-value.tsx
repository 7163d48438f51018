/** Displays one value of a record according to its control. */
import { Text } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { valueAt, withOwner } from "../format/value-at.ts";
import { isEmpty, isNumeric, textOf, type Shape } from "../format/value-text.ts";
import { FileLinks, Pictures } from "./file-values.tsx";
import { NotShown } from "./not-shown.tsx";
import { PartsTable } from "./parts-table.tsx";
import { Badges, Color, MultilineText, WebAddress, YesOrNo } from "./plain-values.tsx";
import { References } from "./reference-values.tsx";
import { Place, RichText, SecretLink } from "./special-values.tsx";
import { StateBadge } from "./state-badge.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface ShowValueProps {
  readonly shape: Shape;
  readonly value: unknown;
  /** For tables and cards. */
  readonly small?: boolean;
  /** Whether references are links. */
  readonly linked?: boolean;
  /** The record, which may hold the currency of an amount and the reason of a missing value. */
  readonly row?: Readonly<Record<string, unknown>>;
}

export function ShowValue(props: ShowValueProps) {
  const { shape, value, row } = props;
  const missing = (row?.["_notShown"] as Readonly<Record<string, string>> | undefined)?.[shape.key];
  if (missing !== undefined)
    return (
      <Text span inherit c="dimmed" fs="italic">
        <NotShown needs={missing} />
      </Text>
    );
  if (isEmpty(value))
    return (
      <span className="dim" aria-label={t("empty")}>
        –
      </span>
    );
  const currency = shape.currencyKey ? valueAt(row ?? {}, shape.currencyKey) : undefined;
  return <FilledValue {...props} shape={typeof currency === "string" ? { ...shape, currency } : shape} />;
}

function FilledValue({ shape, value, small = false, linked = true, row }: ShowValueProps) {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = String(value);
  switch (shape.control) {
    case "yes/no":
      return <YesOrNo value={value === true} />;
    case "choice":
      return shape.colours ? <StateBadge state={text} colours={shape.colours} /> : <bdi>{shape.control === "choice" ? named(text) : text}</bdi>;
    case "choices":
    case "texts":
      return <Badges values={list} />;
    case "reference":
    case "references":
    case "list":
      return <References values={list} entity={shape.entity} linked={linked} />;
    case "image":
    case "images":
      return <Pictures values={list} label={shape.label} small={small} />;
    case "file":
    case "files":
      return <FileLinks values={list} />;
    case "parts":
      return <Parts shape={shape} parts={list as readonly Record<string, unknown>[]} owner={row} />;
    case "web address":
      return <WebAddress value={text} />;
    case "rich text":
      return <RichText html={text} small={small} />;
    case "location":
      return <Place value={text} linked={linked} />;
    case "secret link":
      return linked ? <SecretLink path={text} /> : <bdi>{text}</bdi>;
    case "address":
    case "long text":
      return <MultilineText value={text} />;
    case "colour":
      return <Color value={text} />;
    default:
      return <FormattedText shape={shape} value={value} />;
  }
}

interface PartsProps {
  readonly shape: Shape;
  readonly parts: readonly Record<string, unknown>[];
  readonly owner: ShowValueProps["row"];
}

function Parts({ shape, parts, owner }: PartsProps) {
  const show = (partShape: Shape, value: unknown, part: Readonly<Record<string, unknown>>) => (
    <ShowValue shape={partShape} value={value} row={withOwner(part, partShape, owner)} small />
  );
  return <PartsTable parts={parts} fields={shape.parts ?? []} label={shape.label} show={show} />;
}

function FormattedText({ shape, value }: { shape: Shape; value: unknown }) {
  const { product } = useProductContext();
  const kind = isNumeric(shape.control) ? "numeric" : ["date", "time", "readonly"].includes(shape.control) ? "whole" : undefined;
  return <bdi className={kind}>{textOf(shape, value, product)}</bdi>;
}
