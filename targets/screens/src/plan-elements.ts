/** The elements of a dashboard or a page: numbers, charts and lists, and what stands between them. */
import {
  type Aggregate,
  type DashboardElement,
  entitiesBehind,
  type Entity,
  entityOf,
  fieldOf,
  labelOf,
  type ListElement,
  type PageElement,
  recordsBehind,
  type Sees,
  type ValueElement,
} from "@nonet/model";
import { currencyOf } from "./control.ts";
import { planColumns } from "./plan-column.ts";
import { planList } from "./plan-list.ts";
import type { Plan } from "./plan.ts";
import type { ListData, PageElementData, ScreenData, ValueElementData } from "./screen-data.ts";

type DashboardElementData = Extract<ScreenData["body"], { kind: "dashboard" }>["elements"][number];

/** Values that the reader may never see are left out, unless no others are there: then each says why. */
export function planDashboard(plan: Plan, elements: readonly DashboardElement[]): readonly DashboardElementData[] {
  const seen = elements.filter((element) => element.kind !== "text" && plan.visibility.isFor(element.for) && mayEverSee(plan, element));
  return elements.flatMap((element, index): readonly DashboardElementData[] => {
    if (!plan.visibility.isFor(element.for)) return [];
    if (element.kind === "text") return [{ kind: "text", title: element.title, text: element.text, ...plan.at(element.source) }];
    return seen.length === 0 || seen.includes(element) ? [{ ...planValue(plan, element), index }] : [];
  });
}

/** Of what the reader may never see nothing is said, not even its title. */
export function planPage(plan: Plan, elements: readonly PageElement[]): readonly PageElementData[] {
  let values = 0;
  return elements.flatMap((element): readonly PageElementData[] => {
    if (element.kind === "prose") return [element];
    const at = plan.at(element.source);
    if (element.kind === "picture") return [{ kind: "picture", title: element.title, address: pictureAddress(element.file), ...at }];
    if (element.kind === "form") {
      const screen = plan.product.screens.find(({ name }) => name === element.screen);
      return screen && plan.visibility.mayOpen(screen) ? [{ kind: "form", title: element.title, screen: screen.name, ...at }] : [];
    }
    const index = values++;
    return plan.visibility.isFor(element.for) && mayEverSee(plan, element) ? [{ ...planValue(plan, element), index }] : [];
  });
}

/** A picture next to the document is sent by the product itself. */
const pictureAddress = (file: string): string => (/^https:/i.test(file) ? file : `/api/-/pictures?file=${encodeURIComponent(file)}`);

function mayEverSee(plan: Plan, element: ValueElement): boolean {
  if (element.kind !== "list" && element.sees === "everything") return true;
  const entities = element.kind === "number" ? entitiesBehind(plan.product, element.value) : [element.entity];
  return plan.product.entities.every((entity) => !entities.includes(entity.name) || plan.visibility.may("read", entity));
}

function planValue(plan: Plan, element: ValueElement): ValueElementData {
  const at = plan.at(element.source);
  switch (element.kind) {
    case "number":
      return {
        kind: "number",
        title: element.title,
        currency: element.value.type.kind === "number" ? currencyUnit(element.value.type.unit) : null,
        opens: listBehind(plan, element.sees, recordsBehind(element.value)?.entity),
        ...at,
      };
    case "chart":
      return {
        kind: "chart",
        title: element.title,
        form: element.form,
        currency: planMeasure(plan, element.entity, element.value).currency,
        opens: listBehind(plan, element.sees, element.entity),
        ...at,
      };
    case "list":
      return { kind: "list", title: element.title, list: elementList(plan, element), ...at };
    default: {
      const never: never = element;
      return never;
    }
  }
}

const entityNamed = (plan: Plan, name: string): Entity => entityOf(plan.product, name) ?? plan.product.entities[0]!;

function elementList(plan: Plan, element: ListElement): ListData {
  const entity = entityNamed(plan, element.entity);
  const columns = element.columns.length > 0 ? planColumns(plan, entity, element.columns) : undefined;
  return planList(plan, { entity, screen: null, details: null, createRoute: null, where: element.where, sort: element.sort, ...(columns ? { columns } : {}) });
}

/** A list with a condition of its own would show fewer records than the value is made of. */
export function listBehind(plan: Plan, sees: Sees, entity: string | undefined): string | null {
  if (sees === "everything") return null;
  const list = plan.product.screens.find(
    (screen) => screen.shows.kind === "list" && screen.shows.entity === entity && screen.shows.where === null && !screen.route.includes(":") && plan.visibility.mayOpen(screen),
  );
  return list?.route ?? null;
}

const currencyUnit = (unit: string | undefined): string | null => (unit && /^[A-Z]{3}$/.test(unit) ? unit : null);

/** What an aggregate measures, and its currency. */
export function planMeasure(plan: Plan, entityName: string, value: Aggregate) {
  const last = value.of?.path.reduce<Entity | undefined>(
    (at, step, i, all) => (i < all.length - 1 ? entityOf(plan.product, entityOfField(at, step)) : at),
    entityNamed(plan, entityName),
  );
  const field = last && value.of ? fieldOf(last, value.of.path.at(-1)!) : undefined;
  return {
    label: labelOf(value.label),
    currency: field ? currencyOf(field.type, plan.product.about.currency) : null,
  };
}

const entityOfField = (entity: Entity | undefined, name: string): string => {
  const type = entity && fieldOf(entity, name)?.type;
  return type && "entity" in type ? type.entity : "";
};
