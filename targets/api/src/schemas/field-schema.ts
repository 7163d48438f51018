/** The JSON schema (2020-12, as in OpenAPI 3.1) of a field's value in responses and in requests. */
import type { Entity, Field, FieldType, Product, TextFormat } from "@nonet/model";
import { countryCodes, currencyCodes, entityOf } from "@nonet/model";

export type Schema = { readonly [key: string]: unknown };

export const decimal: Schema = { type: "string", pattern: "^-?[0-9]+(\\.[0-9]+)?$", description: "A decimal number as a string." };
const formats: Readonly<Record<TextFormat, Schema>> = {
  phone: { type: "string", pattern: "^\\+?[0-9 ()/.-]{3,30}$" },
  colour: { type: "string", pattern: "^#[0-9a-fA-F]{6}$" },
  language: { type: "string", description: "A language tag (BCP 47), such as en-GB.", examples: ["en"] },
  "time zone": { type: "string", description: "An IANA time zone.", examples: ["Europe/Berlin"] },
  address: { type: "string", maxLength: 500, description: "An address with line breaks." },
  location: { type: "string", pattern: "^-?[0-9.]+, -?[0-9.]+$", description: "Latitude and longitude in degrees.", examples: ["52.52, 13.405"] },
  email: { type: "string", format: "email" },
  "web address": { type: "string", format: "uri" },
  country: { type: "string", pattern: `^(${countryCodes.join("|")})$` },
  currency: { type: "string", pattern: `^(${currencyCodes.join("|")})$` },
};

/** In responses: references are `{id, shownAs}`, parts are whole records. */
export function readSchema(product: Product, field: Field): Schema {
  const type = field.type;
  if (type.kind === "reference") return reference(type.entity);
  if (type.kind === "references") return { type: "array", items: reference(type.entity) };
  if (type.kind === "file") return type.many ? { type: "array", items: fileReference } : fileReference;
  if (type.kind === "secret key") return { type: "string", description: "Only in the response that creates the record." };
  if (type.kind === "secret link")
    return { type: "string", description: `The path that opens the screen "${type.screen}" for this record. Whoever has it acts as its bearer.`, examples: ["/link/…"] };
  if (type.kind === "random text") return { type: "string", minLength: type.length, maxLength: type.length };
  if (type.kind === "inverse")
    return { type: "array", items: isPartOf(product, type.entity, field) ? { $ref: `#/components/schemas/${schemaName(type.entity)}` } : reference(type.entity) };
  return valueSchema(type);
}

/** In requests: references by id or by a unique field, parts as objects, files by id. */
export function writeSchema(product: Product, field: Field): Schema {
  const type = field.type;
  if (type.kind === "reference") return { ...referenceTo(type.entity), ...(type.role === undefined ? {} : { description: `A person with the role ${type.role}.` }) };
  if (type.kind === "references")
    return withBounds(field, { type: "array", items: referenceTo(type.entity), ...(type.role === undefined ? {} : { description: `People with the role ${type.role}.` }) });
  if (type.kind === "file") return type.many ? withBounds(field, { type: "array", items: { type: "string", format: "uuid" } }) : { type: "string", format: "uuid" };
  if (type.kind === "inverse") return { type: "array", items: { $ref: `#/components/schemas/${schemaName(type.entity)}Create` } };
  if (type.kind === "formatted" && type.format === "location")
    return { anyOf: [valueSchema(type), { type: "object", required: ["latitude", "longitude"], properties: { latitude: degrees(90), longitude: degrees(180) } }] };
  const schema = withBounds(field, valueSchema(type));
  // A decimal may also be sent as a JSON number.
  return schema["pattern"] === decimal["pattern"] ? { ...decimalFrom(field), type: ["string", "number"] } : schema;
}

const degrees = (most: number): Schema => ({ type: "number", minimum: -most, maximum: most });

/** A text can't have a bound in a schema, but a number that isn't negative has no sign. */
const decimalFrom = ({ atLeast, excludesLeast }: Field): Schema =>
  (literalNumber(atLeast) ?? -1) >= 0 ? { ...decimal, pattern: "^[0-9]+(\\.[0-9]+)?$", [excludesLeast ? "exclusiveMinimum" : "minimum"]: literalNumber(atLeast)! } : decimal;

/** `Leave request` → `LeaveRequest`: a valid name of an OpenAPI component. */
export const schemaName = (entity: string): string =>
  entity
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .map((w) => (w[0] ?? "X").toUpperCase() + w.slice(1))
    .join("") || "Entity";

/** A field's schema in requests, where most fields can be emptied. A list of parts is emptied by sending none. */
export const writeSchemaOrNull = (product: Product, field: Field): Schema => {
  const schema = writeSchema(product, field);
  return field.required === true || field.type.kind === "inverse" || needsElements(field) ? schema : orNull(schema);
};

export const orNull = (schema: Schema): Schema =>
  Object.keys(schema).length === 0 || schema.type === "null" || (Array.isArray(schema.type) && schema.type.includes("null")) ? schema : withNull(schema);

const withNull = (schema: Schema): Schema =>
  schema.type !== undefined
    ? { ...schema, type: [...[schema.type].flat(), "null"], ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}) }
    : { anyOf: [schema, { type: "null" }] };

const reference = (entity: string): Schema => ({
  type: "object",
  required: ["id", "shownAs"],
  properties: { id: { type: "string", format: "uuid" }, shownAs: { type: "string" } },
  description: `A ${entity}.`,
});
const fileReference: Schema = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", format: "uuid" }, name: { type: "string" }, type: { type: "string" }, size: { type: "integer" } },
};

export const referenceName = (entity: string): string => `${schemaName(entity)}Reference`;
const referenceTo = (entity: string): Schema => ({ $ref: `#/components/schemas/${referenceName(entity)}` });

/** How requests name a record: by its id, or by a unique field. */
export function referenceSchema(product: Product, entity: string): Schema {
  const unique = entityOf(product, entity)?.fields.filter((f) => f.unique || f.type.kind === "sequence") ?? [];
  const byField = unique.map((f) => ({ type: "object", required: [f.key], properties: { [f.key]: { type: "string" } }, additionalProperties: false }));
  const byId = [
    { type: "string", format: "uuid", description: `The id of a ${entity}.` },
    { type: "object", required: ["id"], properties: { id: { type: "string", format: "uuid" } } },
  ];
  return { anyOf: [...byId, ...byField] };
}

const isPartOf = (product: Product, part: string, field: Field): boolean => {
  const whole: Entity["partOf"] | undefined = entityOf(product, part)?.partOf;
  return whole !== null && whole !== undefined && field.type.kind === "inverse" && whole.field === field.type.by;
};

function valueSchema(type: FieldType): Schema {
  switch (type.kind) {
    case "number":
    case "money":
    case "percent":
      return decimal;
    case "integer":
      return { type: "integer" };
    case "yes/no":
      return { type: "boolean" };
    case "date":
      return { type: "string", format: "date" };
    case "time":
      return { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", description: "A time of day without a time zone.", examples: ["08:30"] };
    case "date and time":
      return { type: "string", format: "date-time" };
    case "duration":
      return { type: "string", format: "duration" };
    case "one of":
      return { type: "string", enum: type.choices };
    case "any of":
      return { type: "array", items: { type: "string", enum: type.choices }, uniqueItems: true };
    case "texts":
      return { type: "array", items: type.of ? valueSchema(type.of) : { type: "string" } };
    case "formatted":
      return formats[type.format];
    case "text":
      return type.form === "rich"
        ? { type: "string", contentMediaType: "text/html", description: "HTML with a few formatting tags. All other tags are removed." }
        : { type: "string" };
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
    case "reference":
    case "references":
    case "inverse":
    case "file":
      return { type: "string" };
  }
}

/** Adds bounds that are plain numbers. Bounds that depend on other fields are checked by the server only. */
function withBounds(field: Field, schema: Schema): Schema {
  const low = literalNumber(field.atLeast);
  const high = literalNumber(field.atMost);
  if (field.type.kind === "text" && field.type.form === "rich") return schema;
  const longest = field.type.kind === "text" && field.atMost === null ? (field.type.form === "plain" ? 200 : 20_000) : null;
  const names =
    schema.type === "array"
      ? ["minItems", "maxItems"]
      : schema.type === "integer"
        ? [field.excludesLeast ? "exclusiveMinimum" : "minimum", field.excludesMost ? "exclusiveMaximum" : "maximum"]
        : field.type.kind === "text"
          ? ["minLength", "maxLength"]
          : null;
  if (!names) return schema;
  return {
    ...schema,
    ...(low === null ? {} : { [names[0]!]: low }),
    ...(field.onlyValues && schema.type === "integer" ? { enum: field.onlyValues.map(Number) } : {}),
    ...((high ?? longest) === null ? {} : { [names[1]!]: high ?? longest }),
    ...(field.matching && schema.type === "string" ? { pattern: `^(?:${field.matching})$` } : {}),
  };
}

/** Whether the field is a list that can't be empty. A list that isn't sent is empty. */
export const needsElements = (field: Field): boolean => (isList(field) ? (literalNumber(field.atLeast) ?? 0) >= 1 : false);

const isList = ({ type }: Field): boolean => type.kind === "references" || type.kind === "any of" || type.kind === "texts" || (type.kind === "file" && type.many);

function literalNumber(expression: Field["atLeast"]): number | null {
  if (expression?.kind !== "literal" || typeof expression.value !== "string") return null;
  const number = Number(expression.value);
  return Number.isFinite(number) ? number : null;
}
