/** Makes values that keep to a JSON schema of an API description. */
import fc from "fast-check";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}

export interface Surroundings {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly random: () => number;
  /** An id of a record of the entity with this schema name; undefined if none is known. */
  readonly idOf: (entity: string) => string | undefined;
  /** The day that the product has, as an ISO date. */
  readonly today: string;
  /** Called when a value had to name a record that isn't there. */
  readonly onMissing: () => void;
}

function missing({ onMissing }: Surroundings): string {
  onMissing();
  return "0192f0c0-0000-7000-8000-000000000000";
}

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;
export const resolved = ({ schemas }: Surroundings, schema: Schema): Schema => (schema.$ref ? schemas[schema.$ref.split("/").at(-1)!]! : schema);
export const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : typeof type === "string" ? [type] : type);

export function validValue(around: Surroundings, schema: Schema, depth = 0): unknown {
  const { random } = around;
  const reference = /\/(\w+)Reference$/.exec(schema.$ref ?? "");
  if (reference) {
    const id = around.idOf(reference[1]!) ?? missing(around);
    return random() < 0.9 ? id : { id };
  }
  if (schema.$ref) return validValue(around, resolved(around, schema), depth);
  if (schema.enum) return pick(schema.enum, random);
  if (schema.anyOf) return validValue(around, pick(schema.anyOf, random), depth);
  const types = typesOf(schema);
  const type = types.includes("null") && random() < 0.15 ? "null" : (types.find((one) => one !== "null") ?? (types[0] === "null" ? "null" : "string"));
  switch (type) {
    case "null":
      return null;
    case "object":
      return validObject(around, schema, depth);
    case "array":
      return validList(around, schema, depth);
    case "integer":
      return integerIn(schema, random);
    case "number":
      return numberIn(schema, random);
    case "boolean":
      return random() < 0.5;
    default:
      return validText(around, schema);
  }
}

function validObject(around: Surroundings, schema: Schema, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(name) || (depth < 3 && around.random() < 0.6)) made[name] = validValue(around, property, depth + 1);
  return made;
}

function validList(around: Surroundings, schema: Schema, depth: number): unknown[] {
  const most = Math.min(schema.maxItems ?? 3, depth > 3 ? 0 : 3);
  const count = Math.max(schema.minItems ?? 0, Math.floor(around.random() * (most + 1)));
  const items = Array.from({ length: count }, () => validValue(around, schema.items ?? {}, depth + 1));
  return schema.uniqueItems ? [...new Set(items)] : items;
}

function integerIn({ minimum, maximum }: Schema, random: () => number): number {
  const low = minimum ?? (maximum === undefined ? 1 : Math.min(1, maximum));
  return low + Math.floor(random() * (Math.min(maximum ?? low + 30, low + 1000) - low + 1));
}

/** With two decimals. */
function numberIn({ minimum = 0, maximum = 100 }: Schema, random: () => number): number {
  return Math.round((minimum + random() * (maximum - minimum)) * 100) / 100;
}

function validText(around: Surroundings, schema: Schema): string {
  const { random } = around;
  if (schema.examples) return String(pick(schema.examples, random));
  if (schema.pattern) return matching(around, schema);
  switch (schema.format) {
    case "date":
      return dayNear(around);
    case "date-time":
      return `${dayNear(around)}T${String(Math.floor(random() * 24)).padStart(2, "0")}:30:00Z`;
    case "duration":
      return pick(["P1D", "PT2H", "P10DT30M", "PT90M"], random);
    case "email":
      return `p${Math.floor(random() * 1e9)}@example.test`;
    case "uuid":
      return around.idOf("File") ?? missing(around);
    case "uri":
      return `https://example.test/${Math.floor(random() * 1000)}`;
    case "uri-reference":
      return "/x";
    default:
      return ofLength(schema, random);
  }
}

const words = ["north", "Grün", "two words", "a-b", "7", "O'Neil", "“quoted”", "naïve", "日本", "😀"];

function ofLength({ minLength = 1, maxLength = 60 }: Schema, random: () => number): string {
  let text = `${pick(words, random)} ${Math.floor(random() * 1e6)}`;
  while (text.length < minLength) text += ` ${pick(words, random)}`;
  return [...text].slice(0, maxLength).join("").trim().padEnd(minLength, "x");
}

function matching({ random }: Surroundings, { pattern, minLength = 0, maxLength = 200 }: Schema): string {
  const seed = Math.floor(random() * 2 ** 31);
  const found = fc.sample(fc.stringMatching(new RegExp(pattern!, "u")), { numRuns: 20, seed }).filter((text) => text.length >= minLength && text.length <= maxLength);
  return found.find((text) => text.trim() === text) ?? found[0] ?? "";
}

function dayNear({ today, random }: Surroundings): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + Math.floor(random() * 60) - 10);
  return day.toISOString().slice(0, 10);
}
