/** The operations of an entity: its list, its records, their actions, import, export and batch. */
import { commentOperations } from "./comment-operations.ts";
import type { Action, Entity, Product } from "@nonet/model";
import { largestPage } from "../requests/limits.ts";
import { actionsOf } from "../requests/paths.ts";
import { askedName, batchName, createName, isCreating, isCreatingOnly } from "../schemas/entity-schemas.ts";
import { schemaName } from "../schemas/field-schema.ts";
import { actionDescription, deletionOf, entityDescription } from "./descriptions.ts";
import { confirm, once, type Operation, type Parameter, query, refused, type Rest } from "./operation.ts";

const idParameter: Parameter = { name: "id", in: "path", required: true, text: "The record's id, or the value of a unique text field." };
const dryRun = query("dryRun", "`true` checks the request without saving anything.", { type: "boolean" });
const dryRunOfForm = query(
  "dryRun",
  "`true` checks the request without saving anything. `unfinished` does the same for a form that isn't filled in yet: if nothing is wrong but that required values are missing, the answer is the record as far as it is known, with null for them.",
  { type: "string", enum: ["true", "false", "unfinished"] },
);
const moment = query("at", "An instant: returns the record as it was at that time, with all its fields. Not with `fields`.", { type: "string", format: "date-time" });
const fields = query("fields", "Dotted keys of the fields to return, separated by commas.");
const ifMatch = (required: boolean): Parameter => ({ name: "If-Match", in: "header", required, text: "The ETag of the version to change, or `*` for any version." });

const listParameters = (product: Product): readonly Parameter[] => [
  query("where", "A FEEL condition on the record."),
  query("search", "Words to search for."),
  query("sort", "Dotted keys separated by commas, with a leading `-` for descending order."),
  query("limit", "Number of records per page.", { type: "integer", minimum: 1, maximum: largestPage(product) }),
  query("after", "The cursor `next` of the previous page."),
  query("offset", "Number of records to leave out at the beginning, instead of `after`.", { type: "integer", minimum: 0, maximum: 1_000_000 }),
  query(
    "group",
    "A dotted key; for dates, one with a period such as `.month` after it. Records of one group follow each other, each with its group's label in `_group`. `-` leaves out the screen's own groups.",
  ),
  query("count", "`exact` counts all matching records; `bounded` at most 10,000, which takes no longer for a million records.", { type: "string", enum: ["exact", "bounded"] }),
  fields,
  query("screen", "The screen whose condition applies as well."),
  query("dashboard", "A dashboard or a page, with `element`: returns only the records of which that number or chart is made. A report, with `label`: those of one of its cells."),
  query("element", "With `dashboard`: the title of a number or a chart."),
  query(
    "label",
    'With `element`: only the records of this group of the chart. Of a report: a JSON array with the labels of the cell\'s rows and columns, such as `["Cameras",null]`; null stands for a total.',
  ),
  query("list", "With a record's screen: the title of one of its related lists."),
  query("of", "With `list`: the id of the record that the list belongs to."),
  query("withRole", "For people: only those with this role. Some field `User with role …` must name the role."),
  query("choiceFor", "A field of a record to create, such as `loans.item`: each record has in `_refused` the message of the rule that refuses it there, or null."),
];

/** What selects and orders a page means nothing for a whole list. */
const pageParameters = ["limit", "after", "offset", "count", "fields", "sort"];

const filters: Parameter = {
  ...query(
    "filters",
    "Parameters of their own: `state=out` or `item.category=ID` returns only the records with this value of a field, named by its dotted key; `dueDate.from` and `dueDate.to` only those from or up to a number, date or time, inclusive; `state.in` those with one of several values, separated by commas; `dueDate.empty` (`true` or `false`) those without or with a value; `dueDate.within` those in a period counted from today (`today`, `this week`, `last month`, `next 7 days`, `past`, `future`); `title.contains` those whose text contains these words.",
    { type: "object", additionalProperties: { type: "string" } },
  ),
  explode: true,
};

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function entityOperations(product: Product, entity: Entity): Operation[] {
  const name = schemaName(entity.name);
  const path = `/api/${entity.path}`;
  const make = operationMaker(entity, name);
  const actions = actionsOf(product, entity.name).filter((a) => !a.systemOnly);
  const write = { refusals: refused.write } as const;
  const changed = [...refused.write, 428];
  return [
    make("list", "get", path, `Lists the ${entity.plural} that the signed-in user may read`, {
      parameters: [...listParameters(product), filters],
      answers: { status: 200, schema: `${name}Page` },
    }),
    make("totals", "get", `${path}:totals`, "Returns the number of the list's records and the sums of its amounts, for each group", {
      parameters: [query("sum", "Dotted keys of numbers and amounts, separated by commas."), ...listParameters(product).filter((p) => !pageParameters.includes(p.name)), filters],
      answers: { status: 200, schema: "ListTotals" },
    }),
    make("create", "post", path, `Creates a ${entity.name}`, {
      ...write,
      parameters: [dryRunOfForm, confirm, once],
      takes: { schema: `${name}Create` },
      answers: { status: 201, schema: name },
    }),
    make("read", "get", `${path}/{id}`, `Returns a ${entity.name}`, { parameters: [idParameter, fields, moment], answers: { status: 200, schema: name } }),
    make("change", "patch", `${path}/{id}`, `Updates a ${entity.name}`, {
      parameters: [idParameter, ifMatch(true), dryRunOfForm, confirm, once],
      takes: { schema: `${name}Change` },
      answers: { status: 200, schema: name },
      refusals: changed,
    }),
    make("delete", "delete", `${path}/{id}`, `Deletes a ${entity.name}`, {
      parameters: [idParameter, ifMatch(true), dryRun, once],
      answers: { status: 204, schema: null },
      refusals: changed,
      more: deletionOf(entity),
    }),
    make("actions", "get", `${path}/{id}/actions`, "Lists the actions on the record, and why some aren't available", {
      parameters: [idParameter],
      answers: { status: 200, schema: "Actions" },
    }),
    make("history", "get", `${path}/{id}/history`, "Lists the changes of the record: who, when, and by which action", {
      parameters: [idParameter],
      answers: { status: 200, schema: "History" },
    }),
    ...(entity.comments ? commentOperations(path, make) : []),
    ...(standsForPerson(entity)
      ? personalOperations(
          path,
          make,
          actions.map((action) => action.path),
        )
      : []),
    ...actions.flatMap((action) => actionOperations(product, entity, action, make)),
    make("export", "get", `${path}/export`, "Exports the whole list as a file", {
      parameters: [
        query("format", "`csv` or `xlsx`.", { type: "string", enum: ["csv", "xlsx"] }),
        ...listParameters(product).filter((p) => !["limit", "after", "offset", "count"].includes(p.name)),
        filters,
      ],
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
    make("batch", "post", `${path}:batch`, "Runs one action, an update or a deletion on several records independently", {
      ...write,
      parameters: [confirm, once],
      takes: { schema: batchName(entity) },
      answers: { status: 200, schema: "BatchResults" },
    }),
  ];
}

/** Its personal data is that of no User, so whoever may delete the record exports and erases it. */
const standsForPerson = (entity: Entity): boolean => entity.name !== "User" && entity.fields.some(({ personalOf }) => personalOf === "this");

/** An action of the document called Erase comes first. */
const personalOperations = (path: string, make: Make, actions: readonly string[]): readonly Operation[] => [
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

type Make = (what: string, method: Operation["method"], path: string, summary: string, rest: Rest & { readonly description?: string; readonly more?: string | null }) => Operation;

const operationMaker =
  (entity: Entity, name: string): Make =>
  (what, method, path, summary, { more = null, ...rest }) => ({
    id: `${name}.${what}`,
    method,
    path,
    summary,
    description: entityDescription(summary, entity, more),
    tag: entity.name,
    parameters: [],
    takes: null,
    refusals: refused.read,
    source: entity.source,
    ...rest,
  });

/** An action with a `(new)` row creates a record; with other rows, it also runs on one. */
function actionOperations(product: Product, entity: Entity, action: Action, make: Make): Operation[] {
  const path = `/api/${entity.path}`;
  const creates = isCreating(product, entity, action);
  const common = { refusals: refused.write, source: action.source, description: actionDescription(product, entity, action) };
  const summary = `${action.name}: ${entity.name}`;
  const answered = schemaName(entity.name);
  const creation = make(`do-${action.path}`, "post", `${path}/${action.path}`, summary, {
    ...common,
    parameters: [dryRunOfForm, confirm, once],
    takes: { schema: createName(entity, action) },
    answers: { status: 201, schema: answered },
  });
  const change = make(creates ? `do-${action.path}-on` : `do-${action.path}`, "post", `${path}/{id}/${action.path}`, summary, {
    ...common,
    parameters: [idParameter, ifMatch(false), dryRunOfForm, confirm, once],
    takes: { schema: askedName(entity, action.name) },
    answers: { status: 200, schema: answered },
  });
  return [...(creates ? [creation] : []), ...(isCreatingOnly(product, entity, action) ? [] : [change])];
}
