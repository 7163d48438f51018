import { type ListOptions, mayEver, mayRead, notShownIn } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { camel, type Entity, entityOf, type ListDetails, type Product, type Screen } from "@nonet/model";
import { readerOf } from "../change/change-context.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import type { ListRequest } from "../contract/reads.ts";
import { isId } from "../input/formats.ts";
import { problem } from "../refusals/refusal.ts";
import { always, readableAlong, readablePath, unknownField } from "./list-records.ts";
import { cursor } from "./page-cursor.ts";
import { mayOpen } from "./screen-access.ts";
import { requestCondition } from "./where-condition.ts";

const most = 200;

type Asked = { readonly ask: ListOptions; readonly limit: number } | { readonly errors: readonly FieldError[] };

export function askOf(product: Product, actor: Actor, entity: Entity, request: ListRequest): Asked {
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
  const open = where ? notShownIn(product, where) : null;
  if (open) errors.push(problem("not-shown", `This needs ${open}, which is not shown.`));
  const after = cursor(request.after, errors);
  const limit = Math.min(most, Math.max(1, request.limit ?? 50));
  if (errors.length > 0) return { errors };
  const list = details && "list" in details ? details.list : null;
  const paths = list && list.search.length > 0 ? list.search.map((s) => s.expression) : searchable(product, actor, entity);
  const ask: ListOptions = {
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
): { inList: NonNullable<ListOptions["inList"]>; where: Expression | undefined } | null {
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
function groupOf(product: Product, actor: Actor, list: ListDetails | null, sort: ListRequest["sort"]): NonNullable<ListOptions["sort"]> {
  if (!list?.groupBy || !readableAlong(product, actor, list.groupBy.expression)) return [];
  const key = list.groupBy.path.map(camel).join(".");
  return [{ expression: list.groupBy.expression, descending: sort?.[0] === `-${key}` }];
}

const searchable = (product: Product, actor: Actor, entity: Entity): Expression[] =>
  entity.fields.filter((f) => ["text", "sequence", "formatted"].includes(f.type.kind)).flatMap((f) => readablePath(product, actor, entity, f.key) ?? []);
