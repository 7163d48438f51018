/** The generated part of a client for one entity: its types, and its calls. */
import { type Action, type Entity, entityOf, type Field, machineOf, type Product } from "@nonet/model";
import { actionsOf } from "../requests/paths.ts";
import { askedName, createName, isCreating, isCreatingOnly } from "../schemas/entity-schemas.ts";
import { schemaName, type Schema } from "../schemas/field-schema.ts";
import { commentText, type NameOf, propertyName, typeText, unionOf } from "./type-text.ts";

export interface EntityClient {
  readonly types: readonly string[];
  /** The lines of the property of the client. */
  readonly calls: readonly string[];
}

/** Names that every entity's calls have. An action of the same name gets "Action" after it. */
const ownCalls = new Set(["list", "all", "get", "getAt", "create", "update", "delete", "actions", "history", "batch", "exportCsv", "importCsv"]);

export function entityClient(product: Product, entity: Entity, schemas: Readonly<Record<string, Schema>>, nameOf: NameOf): EntityClient {
  const component = schemaName(entity.name);
  const name = nameOf(component);
  const actions = actionsOf(product, entity.name).filter((action) => !action.systemOnly);
  const asked = (action: Action): string => nameOf(askedName(entity, action.name));
  const batch = actions.filter((action) => !isCreatingOnly(product, entity, action)).map((action) => `readonly ${propertyName(action.path)}: ${asked(action)};`);
  const filter = nameOf(`${component}Filter`);
  return {
    types: [
      `${commentText(`What lists of ${entity.plural} can be filtered by. Other paths over references have dots.`)}\nexport interface ${filter} {\n  ${filterTexts(product, entity, nameOf).join("\n  ")}\n}`,
      [
        `export interface ${nameOf(`${component}Types`)} {`,
        `  readonly record: ${name};`,
        `  readonly create: ${nameOf(`${component}Create`)};`,
        `  readonly change: ${nameOf(`${component}Change`)};`,
        `  readonly field: ${unionOf(selectableKeys(schemas[component]!).map((key) => JSON.stringify(key)))};`,
        `  readonly sort: ${sortText(product, entity)};`,
        `  readonly filter: ${filter};`,
        `  readonly batch: { ${[...batch, "readonly delete: Readonly<Record<string, never>>;"].join(" ")} };`,
        "}",
      ].join("\n"),
    ],
    calls: [
      `${entity.prose === "" ? "" : `${commentText(entity.prose)}\n    `}${propertyName(clientKey(entity))}: {`,
      `  ...recordsAt<${nameOf(`${component}Types`)}>(at, ${JSON.stringify(entity.path)}),`,
      ...actions.flatMap((action) => actionCalls(product, entity, action, nameOf).map((line) => `  ${line}`)),
      "},",
    ],
  };
}

/** `leave-requests` → `leaveRequests`. */
export const camelOf = (path: string): string => path.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names that the client itself has. */
const ownParts = new Set(["calls", "events", "signIn", "signOut", "register", "me", "upload", "download"]);
export const clientKey = ({ path }: Entity): string => (ownParts.has(camelOf(path)) ? `${camelOf(path)}Records` : camelOf(path));

function actionCalls(product: Product, entity: Entity, action: Action, nameOf: NameOf): string[] {
  const name = nameOf(schemaName(entity.name));
  const key = ownCalls.has(camelOf(action.path)) ? `${camelOf(action.path)}Action` : camelOf(action.path);
  const path = JSON.stringify(entity.path);
  const address = JSON.stringify(action.path);
  const creates = isCreating(product, entity, action);
  const takes = nameOf(creates ? createName(entity, action) : askedName(entity, action.name));
  const mustAsk = action.asks.some(({ field }) => field.required === true && field.default === null);
  const comment = commentText(action.name);
  const creation = `(values: ${takes}, options?: WriteOptions) => createByAction<${name}>(at, ${path}, ${address}, values, options),`;
  const change = `(record: RecordOrId, asked: ${nameOf(askedName(entity, action.name))}${mustAsk ? "" : " = {}"}, options?: WriteOptions) => runAction<${name}>(at, ${path}, record, ${address}, asked, options),`;
  if (isCreatingOnly(product, entity, action)) return [`${comment} ${propertyName(key)}: ${creation}`];
  return [`${comment} ${propertyName(key)}: ${change}`, ...(creates ? [`${comment} ${propertyName(`${key}New`)}: ${creation}`] : [])];
}

const isOne = ({ type }: Field): boolean => !["file", "any of", "texts", "references", "inverse", "secret key", "secret link"].includes(type.kind);
const hasBounds = ({ type }: Field): boolean => ["number", "integer", "money", "percent", "date", "time", "date and time"].includes(type.kind);
const listable = (entity: Entity): readonly Field[] => entity.fields.filter((field) => !field.secret && isOne(field));
const referring = (entity: Entity): readonly Field[] => listable(entity).filter(({ type }) => type.kind === "reference");

function filterTexts(product: Product, entity: Entity, nameOf: NameOf): string[] {
  const states = machineOf(product, entity.name)?.states.map(({ name }) => JSON.stringify(name)) ?? [];
  return [
    ...(states.length > 0 ? [`readonly state?: ${unionOf(states)};`] : []),
    "readonly createdAt?: string | Bounds;",
    "readonly updatedAt?: string | Bounds;",
    ...listable(entity).map((field) => `readonly ${propertyName(field.key)}?: ${filterType(field, nameOf)} | null;`),
    ...referring(entity).map(({ key }) => `readonly [path: \`${key}.\${string}\`]: string | number | boolean | null | Bounds | undefined;`),
  ];
}

function filterType(field: Field, nameOf: NameOf): string {
  if (field.type.kind === "reference") return "string";
  if (field.type.kind === "yes/no") return "boolean";
  if (field.type.kind === "one of") return typeText({ enum: field.type.choices }, nameOf);
  return hasBounds(field) ? "string | number | Bounds" : "string";
}

function sortText(product: Product, entity: Entity): string {
  const own = [...(machineOf(product, entity.name) ? ["state"] : []), "createdAt", "updatedAt", ...listable(entity).map(({ key }) => key)];
  const paths = referring(entity).flatMap(({ key, type }) =>
    type.kind === "reference" && entityOf(product, type.entity) ? listable(entityOf(product, type.entity)!).map((field) => `${key}.${field.key}`) : [],
  );
  return unionOf([...own, ...paths].flatMap((key) => [JSON.stringify(key), JSON.stringify(`-${key}`)]));
}

/** `_notShown` comes with the fields that it is about. */
const selectableKeys = (record: Schema): string[] => Object.keys((record as { readonly properties: object }).properties).filter((key) => !key.startsWith("_"));
