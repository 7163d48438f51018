/** What several packages need to know about each kind of field type. A new kind doesn't compile until it has a line here. */
import type { Field, FieldType } from "./entity.ts";

interface Traits {
  /** The product sets the value itself, so nobody writes it. */
  readonly isGenerated: boolean;
  /** Its values are texts by which people name and find a record. */
  readonly namesRecords: boolean;
  /** A list without columns of its own shows it (default 8). Long texts, files, lists of records and secrets are left to the record's page. */
  readonly isDefaultColumn: boolean;
}

const plain: Traits = { isGenerated: false, namesRecords: false, isDefaultColumn: true };
const onRecordPage: Traits = { ...plain, isDefaultColumn: false };

const traits: Readonly<Record<FieldType["kind"], Traits>> = {
  text: { ...plain, namesRecords: true },
  number: plain,
  integer: plain,
  money: plain,
  percent: plain,
  "yes/no": plain,
  date: plain,
  time: plain,
  "date and time": plain,
  duration: plain,
  formatted: { ...plain, namesRecords: true },
  file: onRecordPage,
  "one of": plain,
  "any of": plain,
  texts: plain,
  reference: plain,
  references: onRecordPage,
  inverse: onRecordPage,
  sequence: { isGenerated: true, namesRecords: true, isDefaultColumn: true },
  "random text": { ...plain, isGenerated: true },
  "secret key": { ...onRecordPage, isGenerated: true },
  "secret link": { ...onRecordPage, isGenerated: true },
};

export const isGenerated = (type: FieldType): boolean => traits[type.kind].isGenerated;

export const namesRecords = (type: FieldType): boolean => traits[type.kind].namesRecords;

export const isDefaultColumn = ({ type, hidden, secret }: Field): boolean =>
  traits[type.kind].isDefaultColumn && !(type.kind === "text" && type.form !== "plain") && !hidden && !secret;
