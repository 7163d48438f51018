/** One changed field in the history: its first value, what it is and was before, or that it was cleared. */
import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { FieldData } from "@nonet/screens";
import type { HistoryEntry } from "../api/queries.ts";
import { isEmpty } from "../format/value-text.ts";
import { t } from "../texts/texts.ts";
import { ShowValue } from "../value/show-value.tsx";

type Change = HistoryEntry["changes"][number];

interface HistoryChangeProps {
  readonly change: Change;
  /** Undefined for a field that the document no longer has, and for the state. */
  readonly field: FieldData | undefined;
  /** Whether the record was created: then each value is the first one, and a list of them reads better than sentences. */
  readonly isNew: boolean;
  /** The record with the values of the entry. */
  readonly row: Readonly<Record<string, unknown>>;
}

export function HistoryChange({ change, field, isNew, row }: HistoryChangeProps) {
  const { before, after } = change;
  const label = field?.label ?? (change.field === "state" ? t("state") : change.field);
  const shape = field ?? { key: change.field, label, control: "text" as const, currency: null, entity: null, choices: [] };
  const show = (value: unknown): ReactNode =>
    typeof value === "boolean" ? <bdi>{value ? t("yes") : t("no")}</bdi> : <ShowValue shape={shape} value={value} row={row} small linked={false} />;
  // A state may be called "to be decided", which would run into the sentence.
  const inSentence = (value: unknown): ReactNode => (isNew ? show(value) : <span className="in-sentence">{show(value)}</span>);
  return (
    <Text size="sm" component="div">
      <Sentence text={sentenceFor(change, isNew)} field={<bdi className="dim">{label}</bdi>} before={inSentence(before)} value={inSentence(after)} />
    </Text>
  );
}

const mark = "\uE000";
/** In the places of the values: the numbers of the parts of the sentence. */
const places = { field: `${mark}0${mark}`, before: `${mark}1${mark}`, value: `${mark}2${mark}` };

function sentenceFor({ before, after, secret }: Change, isNew: boolean): string {
  if (secret) return t("history-changed-secret", places);
  // What wasn't yes was no.
  if (isNew || isEmpty(before) || typeof after === "boolean") return t("history-set", places);
  return isEmpty(after) ? t("history-cleared", places) : t("history-changed", places);
}

/** Elements in the places of a text, in the order of the language. */
function Sentence({ text, field, before, value }: { text: string; field: ReactNode; before: ReactNode; value: ReactNode }) {
  const parts = [field, before, value];
  // Between two marks stands the number of a part, so every second piece is one.
  return text.split(mark).map((piece, i) => <Fragment key={i}>{i % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>);
}
