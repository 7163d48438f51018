/** What a schema is: an object with properties, choices, a simple value, a list, or several shapes at once. */
import { isObject, type Json, type JsonObject, listAt, objectAt, resolve, schemaNamed, textAt } from "./document.ts";

/** A property with the schema that has it: it may come from a part of `allOf`. */
export interface Property {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
  /** The named schema from which it is inherited; null if it is its own. */
  readonly from: string | null;
}

/** The properties of an object, those of `allOf` included; none for other schemas. */
export function propertiesOf(root: JsonObject, schema: JsonObject, from: string | null = null, seen: ReadonlySet<JsonObject> = new Set()): readonly Property[] {
  if (seen.has(schema)) return [];
  const inner = new Set([...seen, schema]);
  const required = new Set(listAt(schema["required"]).filter((one): one is string => typeof one === "string"));
  const own = Object.entries(objectAt(schema["properties"])).map(([name, property]) => ({ name, schema: property, required: required.has(name), from }));
  const parts = listAt(schema["allOf"]).flatMap((part) => {
    const found = resolve(root, part);
    return found ? propertiesOf(root, found, schemaNamed(part) ?? from, inner) : [];
  });
  const all = [...own, ...parts.filter(({ name }) => !own.some((one) => one.name === name))];
  const names = new Map(all.toReversed().map((one) => [one.name, one]));
  return [...new Set(all.map(({ name }) => name))].map((name) => ({ ...names.get(name)!, required: names.get(name)!.required || required.has(name) }));
}

export interface Simple {
  /** Without null. */
  readonly type: string | null;
  readonly nullable: boolean;
  readonly schema: JsonObject;
  /** The named schema it was found in last; null for one that is written in place. */
  readonly named: string | null;
}

/** Follows references, `allOf` of one part and alternatives with null, to the schema that says what a value is. */
export function simplified(root: JsonObject, value: Json | undefined): Simple | null {
  let at: Json | undefined = value;
  let nullable = false;
  let named: string | null = null;
  for (let steps = 0; steps < 50; steps++) {
    named = schemaNamed(at) ?? named;
    const schema = resolve(root, at);
    if (!schema) return null;
    nullable ||= schema["nullable"] === true || listAt(schema["type"]).includes("null");
    const parts = listAt(schema["allOf"]);
    const options = [...listAt(schema["oneOf"]), ...listAt(schema["anyOf"])];
    const others = options.filter((one) => objectAt(one)["type"] !== "null");
    if (parts.length === 1 && schema["properties"] === undefined && schema["enum"] === undefined) at = parts[0];
    else if (others.length === 1 && options.length === 2 && schema["properties"] === undefined) {
      nullable = true;
      at = others[0];
    } else return { type: typeOf(schema), nullable, schema, named };
  }
  return null;
}

function typeOf(schema: JsonObject): string | null {
  const given = schema["type"];
  const types = (typeof given === "string" ? [given] : listAt(given).map(String)).filter((one) => one !== "null");
  if (types.length === 1) return types[0]!;
  if (types.length > 1) return null;
  if (isObject(schema["properties"])) return "object";
  if (schema["items"] !== undefined) return "array";
  return choicesOf(schema)?.every((one) => typeof one === "string") ? "string" : null;
}

/** The values of `enum` and `const`, without null; also of alternatives that are a constant each. */
export function choicesOf(schema: JsonObject): readonly Json[] | null {
  if (schema["const"] !== undefined && schema["const"] !== null) return [schema["const"]];
  if (Array.isArray(schema["enum"])) return (schema["enum"] as readonly Json[]).filter((one) => one !== null);
  const options = listAt(schema["oneOf"]).map((one) => objectAt(one)["const"]);
  return options.length > 0 && options.every((one) => one !== undefined) ? (options as readonly Json[]) : null;
}

/** Whether it becomes an entity. */
export function isEntity(root: JsonObject, schema: JsonObject): boolean {
  if (listAt(schema["oneOf"]).length > 0 || listAt(schema["anyOf"]).length > 0) return false;
  const properties = propertiesOf(root, schema);
  return properties.length > 0 && (typeOf(schema) === "object" || schema["allOf"] !== undefined);
}

/** `object`, `array of string`, in the source's own words. */
export function described(root: JsonObject, value: Json | undefined, depth = 0): string {
  const named = schemaNamed(value);
  if (named !== null) return named;
  const schema = resolve(root, value);
  if (!schema || depth > 3) return "any value";
  const options = [...listAt(schema["oneOf"]), ...listAt(schema["anyOf"])];
  if (options.length > 0) return `one of ${options.map((one) => described(root, one, depth + 1)).join(", ")}`;
  if (listAt(schema["allOf"]).length > 0)
    return `all of ${listAt(schema["allOf"])
      .map((one) => described(root, one, depth + 1))
      .join(", ")}`;
  const type = typeOf(schema) ?? "any value";
  if (type === "array") return `array of ${described(root, schema["items"], depth + 1)}`;
  if (type === "object") {
    const names = propertiesOf(root, schema).map(({ name }) => name);
    return names.length > 0
      ? `object with ${names.join(", ")}`
      : isObject(schema["additionalProperties"])
        ? `map of ${described(root, schema["additionalProperties"], depth + 1)}`
        : "object";
  }
  const choices = choicesOf(schema);
  return `${type}${textAt(schema["format"]) === null ? "" : ` (${String(schema["format"])})`}${choices ? `: ${choices.map(String).join(", ")}` : ""}`;
}
