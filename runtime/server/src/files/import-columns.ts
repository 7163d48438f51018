/** The columns of an import: the first line names fields by key or name, and `id` for the record to update. */
import { didYouMean } from "@nonet/api";
import { importableFields } from "@nonet/engine";
import type { Entity, Field, Product } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import type { ImportFormat } from "./import-file.ts";
import { say } from "@nonet/texts";

/** Null: a column that is ignored. */
export type ImportColumn = { readonly key: string; readonly field: Field | null } | null;

/** Columns that an export adds and an import ignores. */
const ignored = ["version", "createdAt", "createdBy", "updatedAt", "shownAs"];

/** Without case, spaces, hyphens and underscores. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, "");
const isCalled = (field: Field, name: string): boolean => plain(field.key) === plain(name) || plain(field.name) === plain(name);

export function importColumns(product: Product, entity: Entity, headers: readonly string[]): Parsed<readonly ImportColumn[]> {
  const fields = importableFields(product, entity);
  const columns: ImportColumn[] = [];
  for (const header of headers) {
    // Templates mark required columns with an asterisk.
    const name = plain(header.replace(/\*$/, ""));
    const field = fields.find((f) => isCalled(f, name));
    if (field && columns.some((c) => c?.key === field.key)) return refused("malformed", say("the-column-header-occurs-twice", { header }), field.key);
    if (field) columns.push({ key: field.key, field });
    else if (name === "id") columns.push({ key: "id", field: null });
    else if (name === "" || ignored.some((key) => plain(key) === name)) columns.push(null);
    else return unknownColumn(entity, header, fields);
  }
  if (columns.some((c) => c?.field)) return parsed(columns);
  return refused("malformed", say("the-first-line-names-no-field-of", { entity: entity.name, fields: fields.map((f) => f.name).join(", ") }), "file");
}

function unknownColumn(entity: Entity, header: string, fields: readonly Field[]): ReturnType<typeof refused> {
  const known = entity.fields.find((f) => isCalled(f, header));
  if (known || plain(header) === "state") return refused("unknown-field", say("header-cant-be-imported-because-the-product", { header }), known?.key ?? "state");
  const names = fields.map((f) => f.name);
  return refused("unknown-field", `${entity.name} has no field "${header.slice(0, 80)}".${didYouMean(header, names)}`, header.slice(0, 80));
}

/** `?match=code`: the fields by which a line finds the record to update; together they must be unique. */
export function matchFields(product: Product, entity: Entity, parameter: RequestContext["query"][string] | undefined): Parsed<readonly string[]> {
  if (parameter === undefined || parameter === "") return parsed([]);
  if (typeof parameter !== "string") return refused("malformed", say("the-parameter-match-is-given-twice"), "match");
  const all = importableFields(product, entity);
  const fields: Field[] = [];
  for (const key of parameter
    .split(",")
    .map((k) => k.trim())
    .filter(Boolean)) {
    const field = all.find((f) => isCalled(f, key));
    if (!field)
      return refused(
        "malformed",
        `match names "${key.slice(0, 80)}", which ${entity.name} doesn't have.${didYouMean(
          key,
          all.map((f) => f.key),
        )}`,
        "match",
      );
    fields.push(field);
  }
  const names = fields.map((f) => f.name);
  const isUnique = (fields.length === 1 && fields[0]!.unique) || entity.unique.some((u) => u.fields.length === names.length && u.fields.every((f) => names.includes(f)));
  if (isUnique) return parsed(fields.map((f) => f.key));
  return refused("malformed", say("several-plural-may-have-the-same-names", { plural: entity.plural, names: names.join(" and ") }), "match");
}

/** Names the first value without a header and how to fix it; null if only empty cells have none, because spreadsheets write such cells. */
export function surplusCell(headers: readonly string[], cells: readonly string[], format: ImportFormat): string | null {
  const at = cells.findIndex((cell, i) => cell.trim() !== "" && (headers[i] ?? "").trim() === "");
  if (at < 0) return null;
  const fix = format === "csv" ? "Put values that contain a comma or another separator in quotation marks" : "Empty the cell";
  return say("this-line-has-more-cells-than-there", { cells: cells[at]!.trim().slice(0, 80), at: at + 1, fix });
}
