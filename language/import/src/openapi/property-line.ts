/** A property of a schema as a field. */
import { bullet, code, openEntry, plainLine, type Statement } from "../document/draft.ts";
import { choice } from "../document/choice.ts";
import { textParts } from "../document/text-type.ts";
import { wordsOf } from "../names/spelling.ts";
import { type JsonObject, textAt } from "./document.ts";
import { choicesOf, described, type Property, type Simple, simplified } from "./schema.ts";

export interface PropertyPlan {
  readonly id: string;
  readonly name: string;
  readonly property: Property;
}

export interface Reading {
  readonly root: JsonObject;
  /** Entities by the names of their schemas. */
  readonly entities: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, string>;
}

export type PropertyLine = { readonly line: Statement; readonly uses: readonly string[] } | { readonly open: Statement; readonly reason: string };

export function propertyLine(reading: Reading, { id, name, property }: PropertyPlan): PropertyLine {
  const { root, refused } = reading;
  const simple = simplified(root, property.schema);
  const why = refused.get(id);
  const type = why === undefined ? typeParts(reading, simple, property.name) : { reason: why };
  const schema = resolveOwn(property);
  const remark = [textAt(schema["description"]) ?? textAt(schema["title"]), schema["deprecated"] === true ? "Deprecated." : null].filter(Boolean).join(" ");
  const isRemarked = remark !== "" && !refused.has(`${id} description`);
  if ("reason" in type)
    return {
      open: { sources: [id], text: openEntry(`\`${property.name}\` (${described(root, property.schema)})${remark === "" ? "" : ` (${remark})`}`, type.reason) },
      reason: type.reason,
    };
  const attributes = simple ? attributesOf(simple, property, type.parts[0]!, (part) => refused.has(`${id} ${part}`)) : [];
  const parts = [...attributes.map(({ part }) => part), ...(isRemarked ? ["description"] : [])];
  return { line: { sources: [id], parts, text: bullet(name, [...type.parts, ...attributes.map(({ text }) => text)], isRemarked ? plainLine(remark) : null) }, uses: type.uses };
}

const resolveOwn = ({ schema }: Property): JsonObject => (typeof schema === "object" && schema !== null && !Array.isArray(schema) ? (schema as JsonObject) : {});

interface TypeParts {
  readonly parts: readonly string[];
  /** Named schemas that it is made of. */
  readonly uses: readonly string[];
}

const formats: Readonly<Record<string, string>> = {
  date: "date",
  "date-time": "date and time",
  time: "time",
  duration: "duration",
  email: "email",
  uri: "web address",
  url: "web address",
};

function typeParts({ root, entities }: Reading, simple: Simple | null, name: string): TypeParts | { readonly reason: string } {
  if (!simple) return { reason: "its schema isn't in the file" };
  const { type, schema, named } = simple;
  const uses = named === null ? [] : [named];
  const entity = named === null ? undefined : entities.get(named);
  if (entity !== undefined) return { parts: [entity], uses: [] };
  const choices = choicesOf(schema);
  const texts = choices?.map(String) ?? [];
  if (choices && type === "string" && areWritable(texts)) return { parts: [`one of (${texts.map(choice).join(", ")})`], uses };
  if (type === "string")
    return schema["format"] === "binary" || schema["format"] === "byte"
      ? { reason: "it holds bytes, which the notation keeps only as uploaded files" }
      : { parts: stringParts(schema, name), uses };
  if (type === "integer" || type === "number") return { parts: [type], uses };
  if (type === "boolean") return { parts: ["yes/no"], uses };
  if (type === "array") return listParts({ root, entities }, simplified(root, schema["items"]), uses);
  if (type === "object") return { reason: "it is an object inside another one; write it as an entity of its own if it should be one" };
  return { reason: "it may have several shapes" };
}

const areWritable = (texts: readonly string[]): boolean =>
  texts.length > 0 && new Set(texts.map((one) => one.toLowerCase())).size === texts.length && texts.every((one) => one.trim() !== "" && !/["\n\r`]/.test(one));

function stringParts(schema: JsonObject, name: string): readonly string[] {
  const format = formats[textAt(schema["format"]) ?? ""];
  if (format !== undefined) return [format];
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : null;
  return textParts(most, name);
}

function listParts({ entities }: Pick<Reading, "root" | "entities">, item: Simple | null, uses: readonly string[]): TypeParts | { readonly reason: string } {
  if (!item) return { reason: "the schema of its items isn't in the file" };
  const entity = item.named === null ? undefined : entities.get(item.named);
  const all = item.named === null || entity !== undefined ? uses : [...uses, item.named];
  if (entity !== undefined) return { parts: [`list of ${entity}`], uses: all };
  const texts = choicesOf(item.schema)?.map(String) ?? [];
  if (item.type === "string" && areWritable(texts)) return { parts: [`any of (${texts.map(choice).join(", ")})`], uses: all };
  const format = formats[textAt(item.schema["format"]) ?? ""];
  if (item.type === "string") return { parts: [`list of ${format === "date" || format === "date and time" ? format : "text"}`], uses: all };
  if (item.type === "integer" || item.type === "number") return { parts: [`list of ${item.type}`], uses: all };
  return { reason: "it is a list of objects that have no name" };
}

interface AttributePart {
  /** What of the schema says it; nothing where it is part of the property itself. */
  readonly part: string;
  readonly text: string;
}

function attributesOf({ schema, nullable }: Simple, property: Property, type: string, isRefused: (part: string) => boolean): readonly AttributePart[] {
  const own = resolveOwn(property);
  const at = (key: string): JsonObject[string] => own[key] ?? schema[key];
  const number = (key: string): number | null => (typeof at(key) === "number" ? (at(key) as number) : null);
  const found: AttributePart[] = [];
  const add = (part: string, text: string | null): void => void (text !== null && !isRefused(part) && found.push({ part, text }));
  const isReadOnly = at("readOnly") === true;
  if (property.required && !nullable && !isReadOnly) add("required", "required");
  if (isReadOnly) add("readOnly", "read-only");
  if (at("writeOnly") === true && type.includes("text")) add("writeOnly", "secret");
  const isNumber = type === "integer" || type === "number";
  if (isNumber) add("minimum", bound("at least", number("minimum"), at("exclusiveMinimum") !== true));
  if (isNumber) add("maximum", bound("at most", number("maximum"), at("exclusiveMaximum") !== true));
  if (type === "text" || type === "long text") {
    add("minLength", (number("minLength") ?? 0) > 0 ? `at least ${number("minLength")} character${number("minLength") === 1 ? "" : "s"}` : null);
    const pattern = textAt(at("pattern"));
    // The notation's patterns match the whole text.
    add("pattern", pattern === null || pattern.includes("`") ? null : `matching ${code(/^\^.*\$$/s.test(pattern) ? pattern : `.*(?:${pattern}).*`)}`);
  }
  const isList = /^(?:list of|any of)/.test(type);
  if (isList) add("minItems", (number("minItems") ?? 0) > 0 ? `at least ${number("minItems")}` : null);
  if (isList) add("maxItems", bound("at most", number("maxItems"), true));
  add("default", defaultPart(at("default"), type));
  return found;
}

const bound = (words: string, value: number | null, isInclusive: boolean): string | null =>
  value === null || !isInclusive || Math.abs(value) >= 1e15 ? null : `${words} ${value}`;

function defaultPart(value: JsonObject[string], type: string): string | null {
  if (typeof value === "boolean" && type === "yes/no") return `default ${value ? "yes" : "no"}`;
  if (typeof value === "number" && (type === "integer" || type === "number")) return `default ${value}`;
  if (typeof value !== "string" || value === "") return null;
  if (type.startsWith("one of (")) return `default ${choice(value)}`;
  return (type === "text" || type === "long text") && !/["\n\r`{}\\]/.test(value) ? `default "${value}"` : null;
}

/** The names of the fields: `id` is every record's own. */
export const isIdentity = ({ name }: Property): boolean => wordsOf(name) === "id";
