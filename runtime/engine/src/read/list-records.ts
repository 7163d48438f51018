/** The one way to read records: each query carries the reader's permission inside it. */
import { countQuery, listQuery, mayEver, mayRead, pathExpression, type Query } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, entityOf, type Product } from "@nonet/model";
import { nearest } from "@nonet/source";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import type { ListRequest, Page, SerializedPage, VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { askOf } from "./list-request.ts";
import { wrongCursor } from "./page-cursor.ts";
import { rowsInTime } from "./time-limited-rows.ts";

/** What every record carries besides its fields. */
export const always = new Set(["id", "version", "shownAs", "createdAt", "createdBy", "updatedAt"]);

export async function listRecords(running: Running, actor: Actor, request: ListRequest): Promise<Outcome<Page>> {
  const page = await pageOf(running, actor, request, {});
  return page.ok ? done({ items: page.value.rows.map((r) => r["record"] as VisibleRecord), next: page.value.next, count: page.value.count }) : page;
}

/** The same page as JSON text, which the database has written and nobody reads on the way. */
export async function listTexts(running: Running, actor: Actor, request: ListRequest): Promise<Outcome<SerializedPage>> {
  const page = await pageOf(running, actor, request, { asText: true });
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

async function pageOf(running: Running, actor: Actor, request: ListRequest, how: Pick<Query, "asText">): Promise<Outcome<Rows>> {
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
  const next = rows.length > limit && last ? Buffer.from(JSON.stringify(how.asText ? JSON.parse(last["keys"] as string) : last["keys"])).toString("base64url") : null;
  return done({ rows: rows.slice(0, limit), next, count });
}

/** A dotted key's expression, where every field along it may be read by this actor somewhere. */
export function readablePath(product: Product, actor: Actor, entity: Entity, key: string): Expression | undefined {
  const found = pathExpression(product, entity.name, key);
  return found && readableAlong(product, actor, found) ? found : undefined;
}

export function readableAlong(product: Product, actor: Actor, expression: Expression): boolean {
  if (expression.kind !== "path") return true;
  if (!readableAlong(product, actor, expression.of)) return false;
  const type = expression.of.type.kind === "list" ? expression.of.type.of : expression.of.type;
  if (type.kind !== "record") return true;
  const isField = entityOf(product, type.name)?.fields.some((f) => f.name === expression.field);
  return !isField || mayRead(product, readerOf(actor), type.name, expression.field) !== "never";
}

export function unknownField(product: Product, actor: Actor, entity: Entity, key: string, parameter: string): FieldError {
  const known = entity.fields.filter((f) => mayRead(product, readerOf(actor), entity.name, f.name) !== "never").map((f) => f.key);
  const near = nearest(key, known);
  return problem("unknown-field", `There is no field ${key.slice(0, 80)} here${near ? `; did you mean ${near}?` : "."}`, { field: parameter });
}
