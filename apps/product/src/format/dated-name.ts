/** The name of a record in which the document writes a date (`title + ", " + string(date(starts at))`), with that date as everywhere else. */
import type { EntityData } from "@nonet/screens";
import { formatDate, formatInstant, type Format } from "./format.ts";

export const dates = /(?<![\w-])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])/g;

/** `entity`: that of the record. */
export const datedName = (name: string, entity: Pick<EntityData, "datedName"> | undefined, format: Format): string => (entity?.datedName ? withDates(name, format) : name);

/** The title that the document gives a record's page. */
export const datedTitle = (title: string, body: { readonly datedTitle?: true }, format: Format): string => (body.datedTitle ? withDates(title, format) : title);

export const withDates = (text: string, format: Format): string => text.replace(dates, (date) => (date.includes("T") ? formatInstant(date, format) : formatDate(date, format)));
