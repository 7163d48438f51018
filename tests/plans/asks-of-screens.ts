/** Every request for records that the front end can send from one person's screens, as it sends them. */
import type { Product } from "@nonet/model";
import { planProduct, type ColumnData, type EntityData, type FieldData, type ListData, type ProductData, type ScreenData } from "@nonet/screens";
import { mayEver } from "@nonet/database";
import type { Actor, ListRequest } from "@nonet/engine";
import { readerOf } from "../../runtime/engine/src/change/actor-reader.ts";
import { idAt } from "./seed-from-model.ts";

export interface Ask {
  readonly what: string;
  readonly request: ListRequest;
}

/** `all`: each filter with each sort too, and each two filters; else each filter in the list's own order, and each sort unfiltered. */
export function asksOf(product: Product, actor: Actor & { kind: "person" | "anyone" }, all: boolean): { readonly data: ProductData; readonly asks: readonly Ask[] } {
  const asker = actor.kind === "person" ? { kind: actor.kind, roles: actor.roles, owner: actor.owner } : { kind: actor.kind, roles: [], owner: false };
  const data = planProduct(product, asker, { rehearsal: false, mayCreate: (entity) => mayEver(product, readerOf(actor), entity, "create") });
  const at = { product, data, all };
  const asks = data.screens.flatMap((screen) => ofScreen(at, screen).map((ask) => ({ ...ask, what: `${screen.name}: ${ask.what}` })));
  return { data, asks: [...asks, ...data.entities.flatMap((entity) => choosers(at, entity))] };
}

interface At {
  readonly product: Product;
  readonly data: ProductData;
  readonly all: boolean;
}

const entityIn = (at: At, name: string): EntityData => at.data.entities.find((e) => e.name === name)!;
const keysOf = (list: ListData): string[] => [...new Set([...list.columns.map((c) => c.key), "shownAs"])];

function ofScreen(at: At, screen: ScreenData): Ask[] {
  const { body } = screen;
  switch (body.kind) {
    case "list":
      return ofList(at, body.list);
    case "board":
      return [{ what: "all", request: { entity: body.list.entity, screen: screen.name, limit: 200, fields: [...keysOf(body.list), body.by, "version"] } }];
    case "calendar":
    case "timeline": {
      const to = body.to ?? body.from;
      const equals = { [`${to}.from`]: "2026-03-01", [`${body.from}.to`]: "2026-03-31" };
      return [{ what: "a span", request: { entity: body.list.entity, screen: screen.name, equals, limit: 200, sort: [body.from], fields: [...keysOf(body.list), body.from, to] } }];
    }
    case "tree":
      return [{ what: "all", request: { entity: body.list.entity, screen: screen.name, limit: 200, fields: [...keysOf(body.list), body.by].filter(Boolean) } }];
    case "record":
      return body.lists.map(({ title, list, by }) => ({
        what: `list ${title}`,
        request: {
          entity: list.entity,
          limit: 50,
          fields: keysOf(list),
          ...(list.list ? { screen: list.screen!, list: list.list, of: idAt(at.product, body.entity, 1) } : { equals: { [by]: idAt(at.product, body.entity, 1) } }),
        },
      }));
    default:
      return [];
  }
}

function ofList(at: At, list: ListData): Ask[] {
  const base = { entity: list.entity, screen: list.screen!, limit: list.pageSize, count: true, fields: keysOf(list) };
  const filters = filtersOf(at, list.filters);
  const pairs = at.all ? filters.flatMap((a, i) => filters.slice(i + 1).map((b) => both(a, b))) : [];
  const searched = list.searchable ? [{ what: "search", search: "beta 42" }] : [];
  const chosen: readonly Chosen[] = [{ what: "all" }, ...searched, ...filters, ...pairs];
  const sorts = list.columns.filter((c) => c.sortable).flatMap((c) => [c.key, `-${c.key}`]);
  const own = list.sort.length > 0 ? [list.sort] : [[]];
  return chosen.flatMap((one) =>
    [...own, ...(at.all || one.what === "all" ? sorts.map((s) => [s]) : [])].map((sort) => {
      const { what, ...rest } = one;
      return { what: `${what}${sort.length > 0 ? `, sorted by ${sort.join()}` : ""}`, request: { ...base, ...rest, ...(sort.length > 0 ? { sort } : {}) } };
    }),
  );
}

interface Chosen {
  readonly what: string;
  readonly search?: string;
  readonly equals?: Readonly<Record<string, string>>;
}

const both = (a: Chosen, b: Chosen): Chosen => ({ what: `${a.what} and ${b.what}`, equals: { ...a.equals, ...b.equals } });

function filtersOf(at: At, filters: readonly ColumnData[]): Chosen[] {
  return filters.flatMap((f): Chosen[] => {
    if (["date", "date and time", "number", "integer", "money"].includes(f.control)) {
      const [low, high] = f.control.startsWith("date") ? ["2026-03-01", "2026-03-31"] : ["3", "5"];
      const [from, to] = [{ [`${f.key}.from`]: low! }, { [`${f.key}.to`]: high! }];
      return [
        { what: `${f.path} from`, equals: from },
        { what: `${f.path} to`, equals: to },
        { what: `${f.path} from and to`, equals: { ...from, ...to } },
      ];
    }
    const value = f.control === "yes/no" ? "true" : f.entity ? idAt(at.product, f.entity, 1) : (f.choices[0] ?? "text");
    return [{ what: f.path, equals: { [f.key]: value } }];
  });
}

/** What a form's field, or a list's filter, offers of another entity: unsearched and searched. */
function choosers(at: At, entity: EntityData): Ask[] {
  const own = entity.partOf === null ? entity.fields : [];
  const fields: readonly FieldData[] = [...own, ...own.flatMap((f) => f.parts), ...entity.actions.flatMap((a) => a.asks)];
  return fields
    .filter((f) => f.entity !== null && ["reference", "references"].includes(f.control) && at.data.entities.some((e) => e.name === f.entity))
    .flatMap((f) => {
      const of = entityIn(at, f.entity!);
      const base: ListRequest = { entity: of.name, limit: 50, fields: ["shownAs"], ...(f.role ? { withRole: f.role } : {}) };
      return [
        { what: `choosing the ${f.name} of a ${entity.name}`, request: base },
        { what: `choosing the ${f.name} of a ${entity.name}, searched`, request: { ...base, search: "beta 42" } },
      ];
    });
}
