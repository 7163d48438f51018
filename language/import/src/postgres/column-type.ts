/** The notation's type of a column, or why it has none. */
import { choice } from "../document/choice.ts";
import { textParts } from "../document/text-type.ts";
import type { ConstraintFacts, TypeFacts } from "./facts.ts";
import { type Catalog, idOfType } from "./objects.ts";
import type { FeelColumn } from "../sql/to-feel.ts";

export interface ReadType {
  /** As it is written, with its bound. */
  readonly parts: readonly string[];
  readonly feel: FeelColumn["kind"];
  /** Enums and domains it is made of. */
  readonly uses: readonly TypeFacts[];
  /** The check that lists its choices. */
  readonly check?: ConstraintFacts;
}

export type TypeReading = ReadType | { readonly reason: string };

const plain: Readonly<Record<string, readonly [type: string, feel: FeelColumn["kind"]]>> = {
  int2: ["integer", "number"],
  int4: ["integer", "number"],
  int8: ["integer", "number"],
  oid: ["integer", "number"],
  float4: ["number", "number"],
  float8: ["number", "number"],
  money: ["number", "number"],
  bool: ["yes/no", "boolean"],
  date: ["date", "date"],
  time: ["time", "time"],
  timetz: ["time", "time"],
  timestamp: ["date and time", "date and time"],
  timestamptz: ["date and time", "date and time"],
  interval: ["duration", "duration"],
  uuid: ["text", "text"],
  json: ["long text", "text"],
  jsonb: ["long text", "text"],
  xml: ["long text", "text"],
  hstore: ["long text", "text"],
  inet: ["text", "text"],
  cidr: ["text", "text"],
  macaddr: ["text", "text"],
  macaddr8: ["text", "text"],
  name: ["text", "text"],
  citext: ["text", "text"],
  char: ["text", "text"],
};

const reasons: Readonly<Record<string, string>> = {
  bytea: "it holds bytes, which the notation keeps only as uploaded files",
  tsvector: "it is an index for full-text search, which the product has by itself",
  tsquery: "it is a search, not a value",
};

/** `refused`: types that the checker refused. */
export function readType(
  catalog: Catalog,
  { type: oid, modifier, name }: { readonly type: string; readonly modifier: number; readonly name: string },
  refused: (id: string) => boolean,
): TypeReading {
  const type = catalog.types.get(oid);
  if (!type) return { reason: "its type can't be read" };
  if (type.kind === "d") {
    const base = readType(catalog, { type: type.base, modifier: type.modifier, name }, refused);
    return "reason" in base ? base : { ...base, uses: [type, ...base.uses] };
  }
  if (type.kind === "e") return choicesOf(type, "one of", refused);
  if (type.category === "A") return listOf(catalog, type, refused);
  if (type.name === "numeric") return { parts: [modifier >= 4 && ((modifier - 4) & 0xffff) === 0 ? "integer" : "number"], feel: "number", uses: [] };
  if (["text", "varchar", "bpchar"].includes(type.name)) return { parts: textParts(type.name === "text" || modifier < 4 ? null : modifier - 4, name), feel: "text", uses: [] };
  const found = plain[type.name];
  if (found) return { parts: [found[0]], feel: found[1], uses: [] };
  return {
    reason: reasons[type.name] ?? `the notation has no type for ${type.kind === "c" ? "a composite" : type.kind === "r" || type.kind === "m" ? "a range" : `\`${type.name}\``}`,
  };
}

function listOf(catalog: Catalog, type: TypeFacts, refused: (id: string) => boolean): TypeReading {
  const element = catalog.types.get(type.element);
  if (!element) return { reason: "the type of its elements can't be read" };
  if (element.kind === "e") return choicesOf(element, "any of", refused);
  const read = readType(catalog, { type: element.oid, modifier: -1, name: "" }, refused);
  if ("reason" in read) return read;
  const of = read.parts[0] === "long text" ? "text" : read.parts[0]!;
  return ["text", "integer", "number", "date", "date and time", "time"].includes(of)
    ? { parts: [`list of ${of}`], feel: "list", uses: read.uses }
    : { reason: `the notation has no list of ${of}` };
}

function choicesOf(type: TypeFacts, form: "one of" | "any of", refused: (id: string) => boolean): TypeReading {
  const labels = type.labels ?? [];
  const isWritable = labels.length > 0 && labels.every((label) => label.trim() !== "" && !/["\n\r`]/.test(label)) && !refused(idOfType(type));
  const feel = form === "one of" ? "text" : "list";
  if (!isWritable) return form === "one of" ? { parts: ["text"], feel, uses: [] } : { parts: ["list of text"], feel, uses: [] };
  return { parts: [`${form} (${labels.map(choice).join(", ")})`], feel, uses: [type] };
}
