/** Makes requests from an API description: valid ones, and ones with exactly one mistake in their shape. */
import { brokenObject } from "./break-value.ts";
import { pick, resolved, type Schema, type Surroundings, validValue } from "./generate-value.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
  readonly explode?: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface MadeRequest {
  /** `POST /api/loans/{id}/hand-out` */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What is wrong with it; null if it is valid. */
  readonly mistake: string | null;
  /** Whether it names records that aren't there, because none is known. */
  readonly namesMissing: boolean;
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The schema name of the entity at this path; undefined for what every product has. */
  readonly entity: string | undefined;
}

interface Draft {
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  type: string | undefined;
  body: string | undefined;
}

export interface Requests {
  /** Null where the operation that was drawn has no place for a mistake. */
  make(isValid: boolean): MadeRequest | null;
}

export function requestsOf(description: Description, surroundings: Omit<Surroundings, "onMissing">): Requests {
  const places = placesOf(description);
  let namesMissing = false;
  const around: Surroundings = { ...surroundings, onMissing: () => void (namesMissing = true) };
  return {
    make: (isValid) => {
      namesMissing = false;
      const place = pick(places, around.random);
      const draft = validDraft(around, place);
      const mistake = isValid ? null : spoiled(around, place, draft);
      if (!isValid && mistake === null) return null;
      const query = draft.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
      return {
        operation: `${place.method} ${place.path}`,
        method: place.method,
        path: `${draft.path}${query === "" ? "" : `?${query}`}`,
        headers: { ...draft.headers, ...(draft.type === undefined ? {} : { "content-type": draft.type }) },
        body: draft.body,
        mistake,
        namesMissing,
      };
    },
  };
}

function placesOf({ paths }: Description): Place[] {
  const entities = Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get?.responses["200"]?.content?.["application/json"]?.schema?.$ref;
    const name = /\/(\w+)Page$/.exec(schema ?? "")?.[1];
    return name === undefined ? [] : [{ path, name }];
  });
  return Object.entries(paths).flatMap(([path, operations]) => {
    const entity = entities.find((one) => path === one.path || path.startsWith(`${one.path}/`) || path.startsWith(`${one.path}:`))?.name;
    return Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation, entity }));
  });
}

function validDraft(around: Surroundings, place: Place): Draft {
  const { operation, entity } = place;
  const inPath = (name: string): string => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    return (name === "id" ? around.idOf(entity ?? "User") : undefined) ?? String(validValue(around, parameter?.schema ?? { type: "string" }) || "x");
  };
  const path = place.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath(name)));
  const drawn = operation.parameters.filter((one) => one.in === "query" && (one.required || around.random() < 0.25)).flatMap((one) => validQuery(around, place, one));
  // A record at a point in time is always whole.
  const query = drawn.some(([name]) => name === "at") ? drawn.filter(([name]) => name !== "fields") : drawn;
  const headers: Record<string, string> = {};
  for (const one of operation.parameters) if (one.in === "header" && (one.required || around.random() < 0.3)) headers[one.name] = validHeader(around, one.name);
  return { path, query, headers, ...validBody(around, operation) };
}

function validHeader({ random }: Surroundings, name: string): string {
  if (name === "If-Match") return "*";
  return name === "Idempotency-Key" ? `key ${random()}` : "latest";
}

const conditions = ["true", "version > 0", "created at <= now()", "updated at >= created at", "id != null"];

function validQuery(around: Surroundings, { entity, operation }: Place, { name, schema, explode }: Parameter): [string, string][] {
  const { random, schemas } = around;
  const keys = entity === undefined ? [] : sortableKeys(schemas[entity]!);
  switch (name) {
    case "where":
      return [[name, pick(conditions, random)]];
    case "sort":
      return [[name, `${random() < 0.5 ? "-" : ""}${pick(keys, random)}`]];
    case "fields":
      return [[name, [pick(keys, random), "id"].join(",")]];
    case "at":
      return [[name, new Date(Date.now() + 1000).toISOString()]];
    case "from":
    case "to":
      return [[name, around.today]];
    // These name something of the product that no schema lists.
    case "after":
    case "screen":
    case "list":
    case "of":
    case "withRole":
    case "match":
    case "person":
    case "event":
      return [];
  }
  if (explode) return validFilter(around, entity, new Set(operation.parameters.map((one) => one.name)));
  const value = validValue(around, schema);
  return value === null ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]];
}

const common = ["id", "version", "createdAt", "updatedAt"];
const sortableKeys = ({ properties = {} }: Schema): string[] => Object.keys(properties).filter((key) => common.includes(key) || isPlain(properties[key]!));
const isPlain = ({ type, $ref, title }: Schema & { readonly title?: string }): boolean =>
  title !== undefined && $ref === undefined && ![type].flat().includes("object") && ![type].flat().includes("array") && type !== undefined;

/** `taken`: a parameter comes before a field of its name. */
function validFilter(around: Surroundings, entity: string | undefined, taken: ReadonlySet<string>): [string, string][] {
  const properties = around.schemas[entity ?? ""]?.properties ?? {};
  const keys = Object.keys(properties).filter((key) => isPlain(properties[key]!) && !taken.has(key));
  if (keys.length === 0) return [];
  const key = pick(keys, around.random);
  const value = validValue(around, properties[key]!);
  return [[key, value === null ? "" : String(value)]];
}

function validBody(around: Surroundings, operation: Operation): Pick<Draft, "type" | "body"> {
  const content = operation.requestBody?.content;
  if (!content) return { type: undefined, body: undefined };
  const [type, { schema }] = pick(Object.entries(content), around.random);
  if (type.startsWith("multipart/"))
    // An image, so that every field for files takes it.
    return { type: `${type}; boundary=x`, body: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\nGIF89a\r\n--x--\r\n` };
  if (!type.includes("json")) return { type, body: "name\na" };
  return { type, body: JSON.stringify(validValue(around, schema)) };
}

/** Puts one mistake into the draft. */
function spoiled(around: Surroundings, place: Place, draft: Draft): string | null {
  const { operation, method } = place;
  const mistakes: (() => string | null)[] = [];
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema && resolved(around, schema).properties) for (let n = 0; n < 6; n++) mistakes.push(() => spoilBody(around, schema, draft));
  if (schema)
    mistakes.push(
      () => ((draft.body = pick(["{", '{"a":', "\u0000", "nothing"], around.random)), `the body ${JSON.stringify(draft.body)}`),
      () => ((draft.type = "text/plain"), "text/plain"),
    );
  if (operation.parameters.some(({ name }) => name === "dryRun")) mistakes.push(() => (draft.query.push(["surplus", "1"]), "an unknown parameter"));
  for (const parameter of operation.parameters) if (parameter.in !== "path") mistakes.push(() => spoilParameter(around, draft, parameter));
  // What reads takes no body, and what creates nothing no surplus.
  return mistakes.length === 0 || (method === "GET" && operation.parameters.every(({ in: where }) => where === "path")) ? null : pick(mistakes, around.random)();
}

function spoilBody(around: Surroundings, schema: Schema, draft: Draft): string | null {
  const broken = brokenObject(around, schema, JSON.parse(draft.body!) as Record<string, unknown>);
  if (!broken) return null;
  draft.body = JSON.stringify(broken.value);
  // An unfinished form may lack required values, as the description of the parameter says.
  if (broken.mistake.startsWith("without ")) draft.query = draft.query.filter(([name, value]) => name !== "dryRun" || value !== "unfinished");
  return broken.mistake;
}

function spoilParameter({ random }: Surroundings, draft: Draft, { name, in: where, required, schema, explode }: Parameter): string | null {
  if (where === "header") {
    if (required) return (delete draft.headers[name], `without ${name}`);
    if (name !== "Idempotency-Key") return null;
    return ((draft.headers[name] = "x".repeat(300)), `a long ${name}`);
  }
  const wrong = explode ? null : wrongQuery(name, schema);
  if (wrong === null) return null;
  draft.query = [...draft.query.filter(([one]) => one !== name), [name, pick(wrong, random)]];
  return `${name}=${draft.query.at(-1)![1]}`;
}

function wrongQuery(name: string, { type, enum: choices, format, minimum, maximum }: Schema): string[] | null {
  if (choices) return ["no-such-choice"];
  if (type === "boolean") return ["maybe", "1"];
  if (type === "integer") return ["ten", "1.5", ...(minimum === undefined ? [] : [String(minimum - 1)]), ...(maximum === undefined ? [] : [String(maximum + 1)])];
  if (format === "date-time") return ["never", "2026-13-01T00:00:00Z"];
  if (name === "where") return ["(", "1 +", "no such field = 1", "42"];
  if (name === "sort" || name === "fields") return ["noSuchField"];
  return ["after", "screen", "withRole"].includes(name) ? ["no such name"] : null;
}
