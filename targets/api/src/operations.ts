/** Every request that a product answers, as data: the description, the page for people and the checks are made from this list. */
import { creationActions, type Entity, type Product } from "@nonet/model";
import { askedName, createName } from "./entity-schemas.ts";
import { schemaName } from "./field-schema.ts";
import { actionsOf, sessionPaths } from "./paths.ts";

export interface Operation {
  readonly id: string;
  readonly method: "get" | "post" | "patch" | "delete";
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** A schema's name among the components, or a media type other than JSON; null: no body. */
  readonly takes: { readonly schema: string } | { readonly media: string } | null;
  readonly answers: { readonly status: number; readonly schema: string | null; readonly media?: string };
  readonly refusals: readonly number[];
  /** Line of the document that says so; null: the API is derived. */
  readonly source: Entity["source"];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly text: string;
}

const query = (name: string, text: string): Parameter => ({ name, in: "query", required: false, text });
const idParameter: Parameter = { name: "id", in: "path", required: true, text: "The record's id, or the value of a unique text field." };
const once: Parameter = { name: "Idempotency-Key", in: "header", required: false, text: "A repeat under the same key answers as the first did." };
const dryRun = query("dryRun", "`true`: everything is judged, nothing is kept.");
const confirm = query("confirm", "Codes of warnings to go on with, parted by commas.");
const moment = query("at", "An instant: the record as it was then, as its history kept it.");
const fields = query("fields", "Dotted keys of what to send, parted by commas.");
const ifMatch = (required: boolean): Parameter => ({ name: "If-Match", in: "header", required, text: "The ETag that was read, or `*`." });

const listParameters: readonly Parameter[] = [
  query("where", "A condition in FEEL over the record."),
  query("search", "Words to find."),
  query("sort", "Dotted keys parted by commas, `-` first for descending."),
  query("limit", "Records to a page."),
  query("after", "The cursor `next` of the page before."),
  query("count", "`exact`: counts all that match."),
  fields,
  query("screen", "The screen whose own condition applies as well."),
  query("list", "With a record's screen: the title of one of its related lists."),
  query("of", "With `list`: the id of the record whose list it is."),
  query("withRole", "Of people: only those who hold this role, which some field `User with role …` names."),
];

const filterParameters: readonly Parameter[] = [
  query("{field}", "The dotted key of any field. Returns only the records with this value."),
  query("{field}.from", "The dotted key of a number, date or time. Returns only the records from this value, inclusive."),
  query("{field}.to", "The dotted key of a number, date or time. Returns only the records up to this value, inclusive."),
];

const refused = { read: [400, 401, 403, 404, 429, 503], write: [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 501, 503] } as const;

/** `/api/openapi.json` describes exactly these, in this order. */
export function operationsOf(product: Product): readonly Operation[] {
  const entities = product.entities.filter((e) => !sessionPaths.includes(e.path));
  const own = entities.flatMap((e) => entityOperations(product, e));
  return [...sessionOperations, ...own, ...sharedOperations.flatMap((o) => besideEntities(o, own))];
}

/** Where an entity has taken a fixed path, the Owner's and the front end's requests are at `/api/-/`; a stream or an upload is told by its form. */
function besideEntities(operation: Operation, own: readonly Operation[]): Operation[] {
  if (!own.some((o) => o.path === operation.path && o.method === operation.method)) return [operation];
  return /^\/api\/(people|deputies|product|document|sentences)/.test(operation.path) ? [{ ...operation, path: operation.path.replace("/api/", "/api/-/") }] : [];
}

function entityOperations(product: Product, entity: Entity): Operation[] {
  const name = schemaName(entity.name);
  const path = `/api/${entity.path}`;
  const make = operationMaker(entity, name);
  const actions = actionsOf(product, entity.name).filter((a) => !a.systemOnly);
  const creating = new Set(creationActions(product, entity.name).map((a) => a.name));
  const write = { refusals: refused.write } as const;
  const changed = [...refused.write, 428];
  return [
    make("list", "get", path, `The ${entity.plural} that the asker may read`, {
      parameters: [...listParameters, ...filterParameters],
      answers: { status: 200, schema: `${name}Page` },
    }),
    make("create", "post", path, `Creates a ${entity.name}`, {
      ...write,
      parameters: [dryRun, confirm, once],
      takes: { schema: `${name}Create` },
      answers: { status: 201, schema: name },
    }),
    make("read", "get", `${path}/{id}`, `One ${entity.name}`, { parameters: [idParameter, fields, moment], answers: { status: 200, schema: name } }),
    make("change", "patch", `${path}/{id}`, `Changes a ${entity.name}`, {
      parameters: [idParameter, ifMatch(true), dryRun, confirm, once],
      takes: { schema: `${name}Change` },
      answers: { status: 200, schema: name },
      refusals: changed,
    }),
    make("delete", "delete", `${path}/{id}`, `Deletes a ${entity.name}`, {
      parameters: [idParameter, ifMatch(true), dryRun, once],
      answers: { status: 204, schema: null },
      refusals: changed,
    }),
    make("actions", "get", `${path}/{id}/actions`, "What the asker can do to it now, and why not for the rest", {
      parameters: [idParameter],
      answers: { status: 200, schema: "Actions" },
    }),
    make("history", "get", `${path}/{id}/history`, "Who changed what, when, by which action", { parameters: [idParameter], answers: { status: 200, schema: "History" } }),
    ...actions.map((action) =>
      make(`do-${action.path}`, "post", creating.has(action.name) ? `${path}/${action.path}` : `${path}/{id}/${action.path}`, `${action.name}: ${entity.name}`, {
        ...write,
        parameters: creating.has(action.name) ? [dryRun, confirm, once] : [idParameter, ifMatch(false), dryRun, confirm, once],
        takes: { schema: creating.has(action.name) ? createName(entity, action) : askedName(entity, action.name) },
        answers: { status: creating.has(action.name) ? 201 : 200, schema: name },
        source: action.source,
      }),
    ),
    make("export", "get", `${path}/export`, "The whole list as a file", {
      parameters: [query("format", "`csv` or `xlsx`."), ...listParameters.filter((p) => !["limit", "after", "count"].includes(p.name))],
      answers: { status: 200, schema: null, media: "text/csv" },
    }),
    make("import", "post", `${path}/import`, "All lines or none, with each line's problems", {
      ...write,
      parameters: [
        query("match", "Dotted keys that together name an existing record, which the line then changes."),
        query("screen", "The list whose Import says so."),
        dryRun,
        confirm,
        once,
      ],
      takes: { media: "text/csv" },
      answers: { status: 200, schema: "Imported" },
    }),
    make("batch", "post", `${path}:batch`, "One action on many records, each on its own", {
      ...write,
      parameters: [confirm, once],
      takes: { schema: "Batch" },
      answers: { status: 200, schema: "BatchResults" },
    }),
  ];
}

type Rest = Partial<Pick<Operation, "parameters" | "takes" | "refusals" | "source">> & Pick<Operation, "answers">;

const operationMaker =
  (entity: Entity, name: string) =>
  (what: string, method: Operation["method"], path: string, summary: string, rest: Rest): Operation => ({
    id: `${name}.${what}`,
    method,
    path,
    summary,
    tag: entity.name,
    parameters: [],
    takes: null,
    refusals: refused.read,
    source: entity.source,
    ...rest,
  });

const shared = (id: string, method: Operation["method"], path: string, summary: string, rest: Rest): Operation => ({
  id,
  method,
  path,
  summary,
  tag: "Product",
  parameters: [],
  takes: null,
  refusals: refused.read,
  source: null,
  ...rest,
});

const sessionOperations: readonly Operation[] = [
  shared("register", "post", "/api/register", "Registers a person, where the document lets anyone", {
    parameters: [confirm],
    takes: { schema: "Registration" },
    answers: { status: 201, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signIn", "post", "/api/sign-in", "Begins a session: a cookie, and a token for `Authorization: Bearer`", {
    takes: { schema: "Credentials" },
    answers: { status: 200, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signOut", "post", "/api/sign-out", "Ends the session", { answers: { status: 204, schema: null } }),
  shared("me", "get", "/api/me", "Who asks", { answers: { status: 200, schema: "Me" } }),
  shared("keys", "get", "/api/me/keys", "The asker's own API keys, by name", { answers: { status: 200, schema: "PersonalKeys" } }),
  shared("addKey", "post", "/api/me/keys", "Makes an API key for the asker, shown only in this answer; it goes into `Authorization: Bearer`", {
    takes: { schema: "PersonalKeyName" },
    answers: { status: 201, schema: "PersonalKey" },
    refusals: refused.write,
  }),
  shared("deleteKey", "delete", "/api/me/keys/{key}", "Deletes one of the asker's API keys", {
    parameters: [{ name: "key", in: "path", required: true, text: "The key's id." }],
    answers: { status: 204, schema: null },
  }),
];

const personId: Parameter = { name: "id", in: "path", required: true, text: "The person's id." };

const sharedOperations: readonly Operation[] = [
  shared("upload", "post", "/api/files", "Uploads a file, to be referred to by its id", {
    parameters: [once],
    takes: { media: "multipart/form-data" },
    answers: { status: 201, schema: "File" },
    refusals: refused.write,
  }),
  shared("download", "get", "/api/files/{id}", "A file's content", {
    parameters: [{ ...personId, text: "The file's id." }],
    answers: { status: 200, schema: null, media: "application/octet-stream" },
  }),
  shared("events", "get", "/api/events", "Server-sent events of what the asker may read", { answers: { status: 200, schema: null, media: "text/event-stream" } }),
  shared("product", "get", "/api/product", "The screens as data, for the asker", { answers: { status: 200, schema: "Anything" } }),
  shared("document", "get", "/api/document", "The specification as it runs", { answers: { status: 200, schema: "Anything" } }),
  shared("sentences", "get", "/api/sentences", "Each element of the document as one plain sentence with its line", { answers: { status: 200, schema: "Sentences" } }),
  shared("screenData", "get", "/api/screens/{name}/data", "A dashboard's or report's values", {
    parameters: [{ ...personId, name: "name", text: "The screen's name." }],
    answers: { status: 200, schema: "Anything" },
  }),
  shared("failedCalls", "get", "/api/outbox/failed", "Mails and calls that have failed for good, for the Owner", { answers: { status: 200, schema: "FailedCalls" } }),
  shared("retryFailed", "post", "/api/outbox/failed/{id}/retry", "Sends it again, under the same idempotency key", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("dropFailed", "post", "/api/outbox/failed/{id}/drop", "Takes it off the list; it never leaves", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("people", "get", "/api/people", "The people, for the Owner", { answers: { status: 200, schema: "People" } }),
  shared("invite", "post", "/api/people", "Adds a person, for the Owner", {
    parameters: [confirm],
    takes: { schema: "Invitation" },
    answers: { status: 201, schema: "Invited" },
    refusals: refused.write,
  }),
  shared("personData", "get", "/api/people/{id}/data", "Everything stored about a person, for the Owner", {
    parameters: [personId],
    answers: { status: 200, schema: "PersonData" },
  }),
  shared("erasePerson", "post", "/api/people/{id}/erase", "Forgets a person: their fields, files and history, for the Owner", {
    parameters: [personId, confirm],
    answers: { status: 200, schema: "Erased" },
    refusals: refused.write,
  }),
  shared("deputies", "get", "/api/deputies", "Who stands in for the asker, and for whom the asker does", { answers: { status: 200, schema: "Deputies" } }),
  shared("nameDeputy", "post", "/api/deputies", "Names a deputy, who decides in the asker's place from one day to another", {
    takes: { schema: "DeputyNaming" },
    answers: { status: 201, schema: "Deputy" },
    refusals: refused.write,
  }),
  shared("removeDeputy", "delete", "/api/deputies/{id}", "Takes one's own deputy back", { parameters: [personId], answers: { status: 204, schema: null } }),
  shared("changePerson", "patch", "/api/people/{id}", "Sets a person's roles, or whether they may sign in", {
    parameters: [personId, confirm],
    takes: { schema: "PersonChange" },
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
];
