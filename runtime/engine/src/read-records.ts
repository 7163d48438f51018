/** The one way to read records: each query carries the reader's permission inside it. */
import { countQuery, historyQuery, listQuery, mayEver, mayRead, openIn, pathExpression, recordQuery, type ListAsk, type Query } from "@nonet/database";
import { nearest } from "@nonet/source";
import { audienceOf, camel, entityOf, type Entity, type ListDetails, type Product, type Screen } from "@nonet/model";
import type { Expression } from "@nonet/feel";
import { requestCondition } from "./request-scope.ts";
import { rowsInTime } from "./asked-condition.ts";
import { done, notFound, notSignedIn, problem, refuse } from "./refusal.ts";
import { seenInHistory } from "./history-seen.ts";
import { readerOf } from "./work.ts";
import { stateOf, type Row } from "./connection.ts";
import { isId } from "./read-values.ts";
import type { Running } from "./running.ts";
import type { Actor, FieldError, HistoryEntry, ListRequest, Outcome, Page, PageText, Shown, ShownText } from "./engine.ts";

const most = 200;
/** What every record carries besides its fields. */
const always = new Set(["id", "version", "shownAs", "createdAt", "createdBy", "updatedAt"]);

export async function listRecords(running: Running, actor: Actor, request: ListRequest): Promise<Outcome<Page>> {
  const page = await pageOf(running, actor, request, {});
  return page.ok ? done({ items: page.value.rows.map((r) => r["record"] as Shown), next: page.value.next, count: page.value.count }) : page;
}

/** The same page as JSON text, which the database has written and nobody reads on the way. */
export async function listTexts(running: Running, actor: Actor, request: ListRequest): Promise<Outcome<PageText>> {
  const page = await pageOf(running, actor, request, { unread: true });
  if (!page.ok) return page;
  const { rows, next, count } = page.value;
  return done({ ids: rows.map((r) => lastOf(r["keys"])), json: `{"items":[${rows.map((r) => r["record"] as string).join(",")}],"next":${JSON.stringify(next)},"count":${count}}` });
}

/** The id stands last in a row's keys: an array of texts. */
const lastOf = (keys: string): string => keys.slice(-38, -2);

interface Rows {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly count: number | null;
}

async function pageOf(running: Running, actor: Actor, request: ListRequest, how: Pick<Query, "unread">): Promise<Outcome<Rows>> {
  const { product } = running;
  const entity = entityOf(product, request.entity);
  if (!entity) return notFound(request.entity);
  const reader = readerOf(actor);
  if (!mayEver(product, reader, entity.name, "read")) {
    if (actor.kind === "anyone") return notSignedIn();
    return done({ rows: [], next: null, count: request.count ? 0 : null });
  }
  const asked = askOf(product, actor, entity, request);
  if ("errors" in asked) return refuse("malformed", ...asked.errors);
  const { ask, limit } = asked;
  const read = ask.where ? (query: Query) => rowsInTime(running.database, query) : running.database.rows;
  const counting = request.count ? read(countQuery(product, reader, ask)).then((counted) => counted && Number(counted[0]?.["count"] ?? 0)) : Promise.resolve(null);
  counting.catch(() => undefined);
  const rows = await read({ ...listQuery(product, reader, { ...ask, limit: limit + 1 }), ...how }).catch((error: unknown) => {
    // A cursor of another list holds keys of other types, which only the database can tell.
    if (ask.after && stateOf(error)?.startsWith("22")) return "wrong cursor" as const;
    throw error;
  });
  if (rows === "wrong cursor") return refuse("malformed", wrongCursor());
  const count = await counting;
  if (rows === null || (request.count && count === null))
    return refuse("malformed", problem("invalid-condition", "This condition takes longer than 10 seconds to judge.", { field: "where" }));
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? Buffer.from(JSON.stringify(how.unread ? JSON.parse(last["keys"] as string) : last["keys"])).toString("base64url") : null;
  return done({ rows: rows.slice(0, limit), next, count });
}

type Asked = { readonly ask: ListAsk; readonly limit: number } | { readonly errors: readonly FieldError[] };

function askOf(product: Product, actor: Actor, entity: Entity, request: ListRequest): Asked {
  const errors: FieldError[] = [];
  const reader = readerOf(actor);
  const path = (key: string, parameter: string): Expression | undefined => {
    const found = readablePath(product, actor, entity, key);
    if (!found) errors.push(unknownField(product, actor, entity, key, parameter));
    return found;
  };
  const screen = request.screen ? product.screens.find((s) => s.name === request.screen) : undefined;
  if (request.screen && (!screen || !mayOpen(product, actor, screen))) errors.push(problem("unknown-screen", `There is no screen ${request.screen}.`, { field: "screen" }));
  const condition = request.where ? requestCondition(product, reader, entity, request.where) : null;
  if (condition && "errors" in condition) errors.push(...condition.errors);
  for (const key of Object.keys(request.equals ?? {}))
    if (!readablePath(product, actor, entity, key)) errors.push(problem("unknown-parameter", `There is no parameter or field "${key.slice(0, 80)}" here.`, { field: key }));
  for (const key of request.fields ?? []) if (!always.has(key)) path(key, "fields");
  const sort = (request.sort ?? []).flatMap((s) => {
    const expression = path(s.replace(/^-/, ""), "sort");
    return expression ? [{ expression, descending: s.startsWith("-") }] : [];
  });
  const details = screen && "where" in screen.shows && screen.shows.kind !== "report" && screen.shows.entity === entity.name ? screen.shows : null;
  const related = relatedOf(product, actor, screen, entity, request, errors);
  const holding = request.withRole === undefined ? null : holdersFor(product, actor, entity, request.withRole, errors);
  const where = related ? related.where : details?.where?.expression;
  const open = where ? openIn(product, where) : null;
  if (open) errors.push(problem("not-shown", `This needs ${open}, which is not shown.`));
  const after = cursor(request.after, errors);
  const limit = Math.min(most, Math.max(1, request.limit ?? 50));
  if (errors.length > 0) return { errors };
  const list = details && "list" in details ? details.list : null;
  const paths = list && list.search.length > 0 ? list.search.map((s) => s.expression) : searchable(product, actor, entity);
  const ask: ListAsk = {
    entity: entity.name,
    limit,
    ...(condition && "expression" in condition ? { where: condition.expression } : {}),
    ...(where ? { screenWhere: where } : {}),
    ...(request.equals ? { equals: request.equals } : {}),
    ...(related ? { inList: related.inList } : {}),
    ...(holding ? { holding } : {}),
    ...(request.search ? { search: { text: request.search, paths } } : {}),
    sort: [...groupOf(product, actor, list, request.sort), ...(sort.length > 0 ? sort : (list?.sort.map((s) => ({ expression: s.expression, descending: s.descending })) ?? []))],
    ...(list && list.highlight.length > 0 ? { highlight: list.highlight.map((h) => ({ colour: h.colour, when: h.when.expression })) } : {}),
    ...(after ? { after } : {}),
    ...(request.fields ? { fields: request.fields } : {}),
    ...(actor.kind === "person" ? { variables: { me: actor.id } } : {}),
  };
  return { ask, limit };
}

/** Default 58: the document says `User with role R` of some field, so who may fill it in is told whom to choose: nobody else, and of no other role. */
function holdersFor(product: Product, actor: Actor, entity: Entity, role: string, errors: FieldError[]): readonly string[] {
  const reader = readerOf(actor);
  const filled = product.entities.filter((e) => mayEver(product, reader, e.name, "create") || mayEver(product, reader, e.name, "update")).flatMap((e) => e.fields);
  const asks = actor.kind === "anyone" ? [] : product.machines.flatMap((m) => m.actions.flatMap((a) => a.asks.map((x) => x.field)));
  const isNamed = [...filled, ...asks].some((f) => f.type.kind === "reference" && f.type.entity === entity.name && f.type.role === role);
  if (!entity.builtIn || !isNamed) errors.push(problem("unknown-parameter", `No field refers to a person with the role "${role.slice(0, 80)}".`, { field: "withRole" }));
  return product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name);
}

/** A record's screen names its related lists; whoever may open it asks for one by its title, for one record. */
function relatedOf(
  product: Product,
  actor: Actor,
  screen: Screen | undefined,
  entity: Entity,
  request: ListRequest,
  errors: FieldError[],
): { inList: NonNullable<ListAsk["inList"]>; where: Expression | undefined } | null {
  if (request.list === undefined) return null;
  const found = screen?.shows.kind === "record" ? screen.shows.lists.find((l) => l.title === request.list && l.entity === entity.name && l.field !== null) : undefined;
  if (!found || screen?.shows.kind !== "record" || !isId(request.of)) {
    errors.push(problem("unknown-list", "There is no such list here.", { field: "list" }));
    return null;
  }
  const owner = entityOf(product, screen.shows.entity);
  if (!owner || mayRead(product, readerOf(actor), owner.name, found.field!) === "never") errors.push(problem("unknown-list", "There is no such list here.", { field: "list" }));
  return { inList: { entity: screen.shows.entity, id: request.of, field: found.field! }, where: found.where?.expression };
}

/** Group by stands before any other order; a field that the actor may not read groups nothing. Sorting by that very field turns the groups. */
function groupOf(product: Product, actor: Actor, list: ListDetails | null, sort: ListRequest["sort"]): NonNullable<ListAsk["sort"]> {
  if (!list?.groupBy || !readableAlong(product, actor, list.groupBy.expression)) return [];
  const key = list.groupBy.path.map(camel).join(".");
  return [{ expression: list.groupBy.expression, descending: sort?.[0] === `-${key}` }];
}

function cursor(text: string | undefined, errors: FieldError[]): (string | null)[] | null {
  if (!text) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(keys) && keys.length > 1 && keys.length <= 20 && keys.every((k) => k === null || (typeof k === "string" && !k.includes("\0"))) && isId(keys.at(-1)))
      return keys;
  } catch {
    // Told below, like any other cursor that isn't ours.
  }
  errors.push(wrongCursor());
  return null;
}

const wrongCursor = (): FieldError => problem("invalid-cursor", "The cursor isn't one of this list's; start again without after.", { field: "after" });

/** A dotted key's expression, where every field along it may be read by this actor somewhere. */
function readablePath(product: Product, actor: Actor, entity: Entity, key: string): Expression | undefined {
  const found = pathExpression(product, entity.name, key);
  return found && readableAlong(product, actor, found) ? found : undefined;
}

function readableAlong(product: Product, actor: Actor, expression: Expression): boolean {
  if (expression.kind !== "path") return true;
  if (!readableAlong(product, actor, expression.of)) return false;
  const type = expression.of.type.kind === "list" ? expression.of.type.of : expression.of.type;
  if (type.kind !== "record") return true;
  const isField = entityOf(product, type.name)?.fields.some((f) => f.name === expression.field);
  return !isField || mayRead(product, readerOf(actor), type.name, expression.field) !== "never";
}

/** Of dotted JSON keys those that this actor may read somewhere. */
export function readableKeys(product: Product, actor: Actor, entityName: string, keys: readonly string[]): readonly string[] {
  const entity = entityOf(product, entityName);
  return entity ? keys.filter((key) => readablePath(product, actor, entity, key)) : [];
}

function unknownField(product: Product, actor: Actor, entity: Entity, key: string, parameter: string): FieldError {
  const known = entity.fields.filter((f) => mayRead(product, readerOf(actor), entity.name, f.name) !== "never").map((f) => f.key);
  const near = nearest(key, known);
  return problem("unknown-field", `There is no field ${key.slice(0, 80)} here${near ? `; did you mean ${near}?` : "."}`, { field: parameter });
}

const searchable = (product: Product, actor: Actor, entity: Entity): Expression[] =>
  entity.fields.filter((f) => ["text", "sequence", "formatted"].includes(f.type.kind)).flatMap((f) => readablePath(product, actor, entity, f.key) ?? []);

/** Whether a screen's For, or its row in point 6, names the actor. */
export function mayOpen(product: Product, actor: Actor, screen: Screen): boolean {
  const audience = audienceOf(product, screen);
  if (audience.includes("anyone")) return true;
  if (actor.kind === "system") return true;
  if (actor.link && (actor.link.screen === screen.name || audience.includes("bearer"))) return true;
  if (actor.kind !== "person") return false;
  if (actor.owner && (screen.derived || !product.permissions.written)) return true;
  const roles = new Set(actor.roles.flatMap((r) => product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  return audience.includes("everyone") || audience.some((r) => roles.has(r));
}

export async function readRecord(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<Shown>> {
  const row = await rowOf(running, actor, entityName, id, fields, {});
  return row.ok ? done(row.value["record"] as Shown) : row;
}

/** The same record as JSON text, which the database has written and nobody reads on the way. */
export async function recordText(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<ShownText>> {
  const row = await rowOf(running, actor, entityName, id, fields, { unread: true });
  if (!row.ok) return row;
  const json = row.value["record"] as string;
  const begins = /^\{"id" : "([0-9a-f-]{36})", "version" : (\d+)[,}]/.exec(json);
  if (begins) return done({ id: begins[1]!, version: Number(begins[2]), json });
  const read = JSON.parse(json) as Shown;
  return done({ id: read.id, version: read.version, json });
}

async function rowOf(running: Running, actor: Actor, entityName: string, id: string, fields: readonly string[] | undefined, how: Pick<Query, "unread">): Promise<Outcome<Row>> {
  const { product } = running;
  const entity = entityOf(product, entityName);
  if (!entity) return notFound(entityName);
  const errors = (fields ?? []).filter((f) => !always.has(f) && !readablePath(product, actor, entity, f)).map((f) => unknownField(product, actor, entity, f, "fields"));
  if (errors.length > 0) return refuse("malformed", ...errors);
  const row = await running.database.row({ ...recordQuery(product, readerOf(actor), entity.name, id, fields), ...how });
  if (row) return done(row);
  return actor.kind === "anyone" ? notSignedIn() : notFound(entity.name);
}

export async function readHistory(running: Running, actor: Actor, entityName: string, id: string): Promise<Outcome<readonly HistoryEntry[]>> {
  const seen = await readRecord(running, actor, entityName, id);
  if (!seen.ok) return seen;
  const rows = await running.database.rows(historyQuery(running.product, readerOf(actor), entityName, seen.value.id));
  const entries = rows.map((r): HistoryEntry => ({
    at: r["at"],
    by: r["by"],
    ...(r["by"] === null && r["by_person"] ? { bySomebody: true as const } : {}),
    ...(r["in_place_of"] ? { inPlaceOf: r["in_place_of"] } : {}),
    action: r["action"],
    changes: [
      ...changesOf(r["before"] ?? {}, r["after"] ?? {}),
      ...((r["secrets"] as string[] | undefined) ?? []).map((field) => ({ field, before: null, after: null, secret: true as const })),
    ],
    specification: r["specification"],
  }));
  return done(await seenInHistory(running, readerOf(actor), entityOf(running.product, entityName)!, entries));
}

const bookkeeping = new Set(["id", "version", "updatedAt", "createdAt", "createdBy"]);

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): { field: string; before: unknown; after: unknown }[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((k) => !bookkeeping.has(k) && JSON.stringify(before[k] ?? null) !== JSON.stringify(after[k] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
