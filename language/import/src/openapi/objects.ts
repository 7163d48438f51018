/** Lists every object of an OpenAPI description, with the name that is its mark. */
import type { SourceObject } from "../account/account.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, resolve, textAt } from "./document.ts";
import { propertiesOf } from "./schema.ts";

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  readonly operation: JsonObject;
  readonly parameters: readonly { readonly id: string; readonly parameter: JsonObject }[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

export function operationsOf(root: JsonObject): readonly Operation[] {
  return [
    ...Object.entries(objectAt(root["paths"])).map((one) => [...one, false] as const),
    ...Object.entries(objectAt(root["webhooks"])).map((one) => [...one, true] as const),
  ].flatMap(([path, item, isWebhook]) => {
    const found = resolve(root, item) ?? objectAt(item);
    return methods.flatMap((method) => {
      if (!isObject(found[method])) return [];
      const operation = objectAt(found[method]);
      const id = isWebhook ? `webhook ${path} ${method.toUpperCase()}` : `${method.toUpperCase()} ${path}`;
      return [
        { id, method: method.toUpperCase(), path, isWebhook, operation, parameters: parametersOf(root, id, [...listAt(found["parameters"]), ...listAt(operation["parameters"])]) },
      ];
    });
  });
}

/** A parameter of the operation replaces the path's. */
function parametersOf(root: JsonObject, id: string, all: readonly Json[]): Operation["parameters"] {
  const found = new Map<string, JsonObject>();
  for (const one of all) {
    const parameter = resolve(root, one) ?? objectAt(one);
    found.set(`${id} ${textAt(parameter["in"]) ?? "unknown"} parameter ${textAt(parameter["name"]) ?? "unnamed"}`, parameter);
  }
  return [...found].map(([name, parameter]) => ({ id: name, parameter }));
}

/** Kinds of components that are quoted, by their key. */
export const componentKinds: Readonly<Record<string, string>> = {
  parameters: "shared parameter",
  requestBodies: "shared request body",
  responses: "shared response",
  headers: "header",
  examples: "example",
  links: "link",
  callbacks: "callback",
  pathItems: "shared path",
  mediaTypes: "shared media type",
};

export const schemasOf = (root: JsonObject): readonly (readonly [name: string, schema: Json | undefined])[] => Object.entries(objectAt(objectAt(root["components"])["schemas"]));
export const idOfSchema = (name: string): string => `schema ${name}`;

/** The names of its properties, without those that other named schemas bring in. */
export const ownProperties = (root: JsonObject, schema: Json | undefined): readonly string[] =>
  propertiesOf(root, objectAt(schema)).flatMap(({ name, from }) => (from === null ? [name] : []));

export function objectsOf(root: JsonObject): readonly SourceObject[] {
  const components = objectAt(root["components"]);
  const schemas = schemasOf(root).flatMap(([name, schema]) => [
    { id: idOfSchema(name), kind: "schema" },
    ...ownProperties(root, schema).map((property) => ({ id: `${idOfSchema(name)}.${property}`, kind: "property" })),
  ]);
  const operations = operationsOf(root);
  return unique([
    { id: "info", kind: "API" },
    ...listAt(root["servers"]).map((_, i) => ({ id: `server ${i + 1}`, kind: "server" })),
    ...listAt(root["tags"]).map((tag, i) => ({ id: `tag ${textAt(objectAt(tag)["name"]) ?? i + 1}`, kind: "tag" })),
    ...operations.map(({ id, isWebhook }) => ({ id, kind: isWebhook ? "webhook" : "operation" })),
    ...operations.flatMap(({ parameters }) => parameters.map(({ id }) => ({ id, kind: "parameter" }))),
    ...schemas,
    ...Object.keys(objectAt(components["securitySchemes"])).map((name) => ({ id: `security scheme ${name}`, kind: "security scheme" })),
    ...Object.entries(componentKinds).flatMap(([key, kind]) => Object.keys(objectAt(components[key])).map((name) => ({ id: `${kind} ${name}`, kind }))),
  ]);
}

const unique = (objects: readonly SourceObject[]): readonly SourceObject[] => [...new Map(objects.map((one) => [one.id, one])).values()];
