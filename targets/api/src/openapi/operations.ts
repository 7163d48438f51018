/** Every operation of a product's API as data, from which the OpenAPI description and the documentation page are built. */
import { creationActions, type Entity, type Product } from "@nonet/model";
import { askedName, createName } from "../schemas/entity-schemas.ts";
import { schemaName } from "../schemas/field-schema.ts";
import { actionsOf, sessionPaths } from "../requests/paths.ts";
import { accountOperations, ownerOperations } from "./account-operations.ts";
import { confirm, type Operation, type Parameter, personId, query, refused, type Rest, shared } from "./operation.ts";

export type { Operation, Parameter } from "./operation.ts";

const idParameter: Parameter = { name: "id", in: "path", required: true, text: "The record's id, or the value of a unique text field." };
const once: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  text: "Makes the request idempotent: a repeat with the same key doesn't run it again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};
const imageWidth = query("width", "Returns an image at least this many pixels wide and as WebP, where the original is larger (default 185).", {
  type: "integer",
  minimum: 1,
  maximum: 99999,
});
const dryRun = query("dryRun", "`true` checks the request without saving anything.", { type: "boolean" });
const moment = query("at", "An instant: returns the record as it was at that time, with all its fields.", { type: "string", format: "date-time" });
const fields = query("fields", "Dotted keys of the fields to return, separated by commas.");
const ifMatch = (required: boolean): Parameter => ({ name: "If-Match", in: "header", required, text: "The ETag of the version to change, or `*` for any version." });

const listParameters: readonly Parameter[] = [
  query("where", "A FEEL condition on the record."),
  query("search", "Words to search for."),
  query("sort", "Dotted keys separated by commas, with a leading `-` for descending order."),
  query("limit", "Number of records per page.", { type: "integer", minimum: 1, maximum: 200 }),
  query("after", "The cursor `next` of the previous page."),
  query("count", "`exact` counts all matching records.", { type: "string", enum: ["exact"] }),
  fields,
  query("screen", "The screen whose condition applies as well."),
  query("list", "With a record's screen: the title of one of its related lists."),
  query("of", "With `list`: the id of the record that the list belongs to."),
  query("withRole", "For people: only those with this role. Some field `User with role …` must name the role."),
];

const filterParameters: readonly Parameter[] = [
  query("{field}", "The dotted key of any field. Returns only the records with this value."),
  query("{field}.from", "The dotted key of a number, date or time. Returns only the records from this value, inclusive."),
  query("{field}.to", "The dotted key of a number, date or time. Returns only the records up to this value, inclusive."),
];

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Every operation, in the order of `/api/openapi.json`. */
export function operationsOf(product: Product): readonly Operation[] {
  const entities = product.entities.filter((e) => !sessionPaths.includes(e.path));
  const own = entities.flatMap((e) => entityOperations(product, e));
  return [...sessionOperations, ...accountOperations, ...own, ...[...sharedOperations, ...ownerOperations].flatMap((o) => withoutPathConflicts(o, own))];
}

/** If an entity uses a fixed path, the Owner's and the front end's operations are at `/api/-/`. Streams and uploads are recognized by their kind of request. */
function withoutPathConflicts(operation: Operation, own: readonly Operation[]): Operation[] {
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
    make("list", "get", path, `Lists the ${entity.plural} that the signed-in user may read`, {
      parameters: [...listParameters, ...filterParameters],
      answers: { status: 200, schema: `${name}Page` },
    }),
    make("create", "post", path, `Creates a ${entity.name}`, {
      ...write,
      parameters: [dryRun, confirm, once],
      takes: { schema: `${name}Create` },
      answers: { status: 201, schema: name },
    }),
    make("read", "get", `${path}/{id}`, `Returns a ${entity.name}`, { parameters: [idParameter, fields, moment], answers: { status: 200, schema: name } }),
    make("change", "patch", `${path}/{id}`, `Updates a ${entity.name}`, {
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
    make("actions", "get", `${path}/{id}/actions`, "Lists the actions on the record, and why some aren't available", {
      parameters: [idParameter],
      answers: { status: 200, schema: "Actions" },
    }),
    make("history", "get", `${path}/{id}/history`, "Lists the changes of the record: who, when, and by which action", {
      parameters: [idParameter],
      answers: { status: 200, schema: "History" },
    }),
    ...(standsForPerson(entity)
      ? personalOperations(
          path,
          make,
          actions.map((action) => action.path),
        )
      : []),
    ...actions.map((action) =>
      make(`do-${action.path}`, "post", creating.has(action.name) ? `${path}/${action.path}` : `${path}/{id}/${action.path}`, `${action.name}: ${entity.name}`, {
        ...write,
        parameters: creating.has(action.name) ? [dryRun, confirm, once] : [idParameter, ifMatch(false), dryRun, confirm, once],
        takes: { schema: creating.has(action.name) ? createName(entity, action) : askedName(entity, action.name) },
        answers: { status: creating.has(action.name) ? 201 : 200, schema: name },
        source: action.source,
      }),
    ),
    make("export", "get", `${path}/export`, "Exports the whole list as a file", {
      parameters: [query("format", "`csv` or `xlsx`.", { type: "string", enum: ["csv", "xlsx"] }), ...listParameters.filter((p) => !["limit", "after", "count"].includes(p.name))],
      answers: { status: 200, schema: null, media: ["text/csv", sheetType] },
    }),
    make("import", "post", `${path}/import`, "Imports all rows of a file or none, with the errors of each row", {
      ...write,
      parameters: [
        query("match", "Dotted keys that together identify an existing record, which the row then updates."),
        query("screen", "The list screen whose Import attribute applies."),
        dryRun,
        confirm,
        once,
      ],
      takes: { media: "text/csv" },
      answers: { status: 200, schema: "Imported" },
    }),
    make("batch", "post", `${path}:batch`, "Runs one action on several records independently", {
      ...write,
      parameters: [confirm, once],
      takes: { schema: "Batch" },
      answers: { status: 200, schema: "BatchResults" },
    }),
  ];
}

/** Its personal data is that of no User, so whoever may delete the record exports and erases it. */
const standsForPerson = (entity: Entity): boolean => entity.name !== "User" && entity.fields.some(({ personalOf }) => personalOf === "this");

/** An action of the document called Erase comes first. */
const personalOperations = (path: string, make: ReturnType<typeof operationMaker>, actions: readonly string[]): readonly Operation[] => [
  make("data", "get", `${path}/{id}/data`, "Returns everything stored about the person for whom the record stands, for those who may delete it", {
    parameters: [idParameter],
    answers: { status: 200, schema: "PersonData" },
  }),
  ...(actions.includes("erase")
    ? []
    : [
        make("erase", "post", `${path}/{id}/erase`, "Erases the record's personal fields, with their files and history, for those who may delete it", {
          parameters: [idParameter, confirm],
          answers: { status: 200, schema: "Erased" },
          refusals: refused.write,
        }),
      ]),
];

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

const sessionOperations: readonly Operation[] = [
  shared("register", "post", "/api/register", "Registers a person, if the document allows registration", {
    parameters: [confirm],
    takes: { schema: "Registration" },
    answers: { status: 201, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signIn", "post", "/api/sign-in", "Starts a session: sets a cookie, and returns a token for `Authorization: Bearer`", {
    takes: { schema: "Credentials" },
    answers: { status: 200, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signOut", "post", "/api/sign-out", "Ends the session", { answers: { status: 204, schema: null } }),
  shared("me", "get", "/api/me", "Returns the signed-in user", { answers: { status: 200, schema: "Me" } }),
];

const sharedOperations: readonly Operation[] = [
  shared("upload", "post", "/api/files", "Uploads a file and returns its id", {
    parameters: [once],
    takes: { media: "multipart/form-data" },
    answers: { status: 201, schema: "File" },
    refusals: refused.write,
  }),
  shared("download", "get", "/api/files/{id}", "Returns the content of a file", {
    parameters: [{ ...personId, text: "The file's id." }, imageWidth],
    answers: { status: 200, schema: null, media: ["*/*"] },
  }),
  shared("events", "get", "/api/events", "Sends server-sent events about records that the signed-in user may read", {
    answers: { status: 200, schema: null, media: ["text/event-stream"] },
  }),
  shared("product", "get", "/api/product", "Returns the screens as data, for the signed-in user", { answers: { status: 200, schema: "Anything" } }),
  shared("document", "get", "/api/document", "Returns the specification", { answers: { status: 200, schema: "Anything" } }),
  shared("sentences", "get", "/api/sentences", "Lists each element of the document as one sentence with its line", { answers: { status: 200, schema: "Sentences" } }),
  shared(
    "screenData",
    "get",
    "/api/screens/{name}/data",
    "Returns what a screen shows: its records, the values of a dashboard or a report, the text of a page, or what a form begins with",
    {
      parameters: [{ ...personId, name: "name", text: "The screen's name." }],
      answers: { status: 200, schema: "Anything" },
    },
  ),
  shared("failedCalls", "get", "/api/outbox/failed", "Lists emails and calls that have failed permanently, for the Owner", { answers: { status: 200, schema: "FailedCalls" } }),
  shared("retryAllFailed", "post", "/api/outbox/failed/retry", "Sends all failed emails and calls again, or those of one call, each with the same idempotency key", {
    parameters: [query("call", "The name of the call; left out, all of them.")],
    answers: { status: 200, schema: "FailedCount" },
    refusals: refused.write,
  }),
  shared("dropAllFailed", "post", "/api/outbox/failed/drop", "Discards all failed emails and calls, or those of one call", {
    parameters: [query("call", "The name of the call; left out, all of them.")],
    answers: { status: 200, schema: "FailedCount" },
    refusals: refused.write,
  }),
  shared("retryFailed", "post", "/api/outbox/failed/{id}/retry", "Sends a failed email or call again, with the same idempotency key", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("dropFailed", "post", "/api/outbox/failed/{id}/drop", "Discards a failed email or call", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("people", "get", "/api/people", "Lists all people, for the Owner", { answers: { status: 200, schema: "People" } }),
  shared("invite", "post", "/api/people", "Adds a person, for the Owner", {
    parameters: [confirm],
    takes: { schema: "Invitation" },
    answers: { status: 201, schema: "Invited" },
    refusals: refused.write,
  }),
  shared("personData", "get", "/api/people/{id}/data", "Returns everything stored about a person, for the Owner", {
    parameters: [personId],
    answers: { status: 200, schema: "PersonData" },
  }),
  shared("erasePerson", "post", "/api/people/{id}/erase", "Erases a person's fields, files and history, for the Owner", {
    parameters: [personId, confirm],
    answers: { status: 200, schema: "Erased" },
    refusals: refused.write,
  }),
  shared("deputies", "get", "/api/deputies", "Lists the deputies of the signed-in user, and the people whose deputy they are", { answers: { status: 200, schema: "Deputies" } }),
  shared("nameDeputy", "post", "/api/deputies", "Appoints a deputy, who decides for the signed-in user from one day to another", {
    takes: { schema: "DeputyNaming" },
    answers: { status: 201, schema: "Deputy" },
    refusals: refused.write,
  }),
  shared("removeDeputy", "delete", "/api/deputies/{id}", "Removes a deputy of the signed-in user", { parameters: [personId], answers: { status: 204, schema: null } }),
  shared("changePerson", "patch", "/api/people/{id}", "Sets a person's roles, or whether they may sign in", {
    parameters: [personId, confirm],
    takes: { schema: "PersonChange" },
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
];
