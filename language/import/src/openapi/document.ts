/** An OpenAPI description as it was read from its file: JSON with references inside the file. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
export const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
export const listAt = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
export const textAt = (value: Json | undefined): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** What keeps a file from being an OpenAPI description, in words; null if nothing does. */
export function whyNotOpenApi(value: Json | undefined): string | null {
  if (!isObject(value)) return "It isn't an OpenAPI description: it has no `openapi: 3.x` at its top.";
  if (typeof value["swagger"] === "string" || typeof value["swagger"] === "number") return `It is Swagger ${String(value["swagger"])}. Convert it to OpenAPI 3 first.`;
  const version = String(value["openapi"] ?? "");
  if (version === "") return "It isn't an OpenAPI description: it has no `openapi: 3.x` at its top.";
  return /^3\.[012](?:\.|$)/.test(version) ? null : `It is OpenAPI ${version}. Versions 3.0, 3.1 and 3.2 can be read.`;
}

/** The value that `$ref` names, through other references; null if it isn't in the file. */
export function resolve(root: JsonObject, value: Json | undefined): JsonObject | null {
  let found: Json | undefined = value;
  for (let steps = 0; steps < 50 && isObject(found) && typeof found["$ref"] === "string"; steps++) found = pointed(root, found["$ref"]);
  return isObject(found) && found["$ref"] === undefined ? found : null;
}

function pointed(root: JsonObject, pointer: string): Json | undefined {
  if (!pointer.startsWith("#/")) return undefined;
  let at: Json | undefined = root;
  for (const part of pointer.slice(2).split("/")) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = Array.isArray(at) ? (at as readonly Json[])[Number(key)] : objectAt(at)[key];
  }
  return at;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name of the schema that a reference names: `#/components/schemas/Pet` is Pet. */
export function schemaNamed(value: Json | undefined): string | null {
  const pointer = isObject(value) ? textAt(value["$ref"]) : null;
  const name = pointer === null ? undefined : /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
  return name === undefined ? null : decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");
}
