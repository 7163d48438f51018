/** What several packages need to know about each kind of field type. A new kind doesn't compile until it has a line here. */
import type { Field, FieldType } from "./entity.ts";

/** What `at least` and `at most` limit. */
export type Measure = "value" | "characters" | "items";

interface Traits {
  readonly measure: Measure | null;
  /** The product sets the value itself, so nobody writes it. */
  readonly isGenerated: boolean;
  /** Its values are texts by which people name and find a record. */
  readonly namesRecords: boolean;
  /** A list without columns of its own shows it (default 8). Long texts, files, lists of records and secrets are left to the record's page. */
  readonly isDefaultColumn: boolean;
}

const plain: Traits = { measure: null, isGenerated: false, namesRecords: false, isDefaultColumn: true };
const measured: Traits = { ...plain, measure: "value" };
const words: Traits = { ...plain, measure: "characters", namesRecords: true };
const generated: Traits = { ...plain, isGenerated: true };

const traits: Readonly<Record<FieldType["kind"], Traits>> = {
  text: words,
  number: measured,
  integer: measured,
  money: measured,
  percent: measured,
  "yes/no": plain,
  date: measured,
  time: measured,
  "date and time": measured,
  duration: measured,
  formatted: words,
  file: { ...plain, measure: "items", isDefaultColumn: false },
  "one of": plain,
  "any of": { ...plain, measure: "items" },
  texts: { ...plain, measure: "items" },
  reference: plain,
  references: { ...plain, measure: "items", isDefaultColumn: false },
  inverse: { ...plain, measure: "items", isDefaultColumn: false },
  sequence: { ...generated, namesRecords: true },
  "random text": generated,
  "secret key": { ...generated, isDefaultColumn: false },
  "secret link": { ...generated, isDefaultColumn: false },
};

/** Null for a type that can't have a bound. */
export const measureOf = (type: FieldType): Measure | null => (type.kind === "file" && !type.many ? null : traits[type.kind].measure);

export const isGenerated = (type: FieldType): boolean => traits[type.kind].isGenerated;

export const namesRecords = (type: FieldType): boolean => traits[type.kind].namesRecords;

export const isDefaultColumn = ({ type, hidden, secret }: Field): boolean =>
  traits[type.kind].isDefaultColumn && !(type.kind === "text" && type.form !== "plain") && !hidden && !secret;

/** The role that the person of a reference, or each person of a list, must have. */
export const referencedRole = (type: FieldType): string | undefined => (type.kind === "reference" || type.kind === "references" ? type.role : undefined);
