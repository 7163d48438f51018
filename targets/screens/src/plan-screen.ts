/** A screen of point 2 as data for the front end. */
import { type Entity, entityOf, type Field, fieldOf, type Group, labelOf, type ListElement, rulesOnReference, type Screen, type Shows } from "@nonet/model";
import { callFormBody } from "./plan-call-form.ts";
import { listBehind, planDashboard, planMeasure, planPage } from "./plan-elements.ts";
import { creationAction, isCreatedUnderCondition } from "./creation-action.ts";
import { creationInputFields, planField, planFields } from "./plan-field.ts";
import { roleIn } from "./control.ts";
import { planColumns } from "./plan-column.ts";
import { actionsOf, planList } from "./plan-list.ts";
import { planOffers, planTarget } from "./plan-offers.ts";
import { actionQuestion } from "./states/action-question.ts";
import { personalWhere } from "./conditions/personal-where.ts";
import { fieldsAskedLater } from "./states/asked-later.ts";
import { statesOf, type Plan } from "./plan.ts";
import { valuesWhere } from "./conditions/values-where.ts";
import { planColumn } from "./plan-column.ts";
import { titleWritesDate } from "./words/dated-name.ts";
import type { FieldData, FormLink, ListData, ScreenData } from "./screen-data.ts";

type Body = ScreenData["body"];

export function planScreen(plan: Plan, screen: Screen): ScreenData {
  const body = planBody(plan, screen);
  return { name: screen.name, route: screen.route, ...plan.at(screen.source), derived: screen.derived, prose: screen.prose, defaults: defaultsOf(screen), body };
}

function planBody(plan: Plan, screen: Screen): Body {
  const shows = screen.shows;
  switch (shows.kind) {
    case "list":
      return { kind: "list", list: { ...listOf(plan, screen, shows.entity, shows.list), ...(shows.where ? { selective: true } : {}) } };
    case "board": {
      const entity = entityNamed(plan, shows.entity);
      const by = planColumn(plan, entity, shows.by.path);
      const of = by?.entity ?? null;
      const columns = of !== null ? [] : by?.choices.length ? by.choices : statesOf(plan.product, entity.name);
      return {
        kind: "board",
        list: listOf(plan, screen, shows.entity, shows.list),
        by: by?.key ?? "state",
        columns: valuesWhere(shows.where, shows.by.path, columns),
        of,
        byName: of !== null && entityNamed(plan, of).sort.length === 0,
      };
    }
    case "calendar": {
      const entity = entityNamed(plan, shows.entity);
      const key = (path: readonly string[]) => planColumn(plan, entity, path)?.key ?? "";
      return { kind: "calendar", list: selectedBy(plan, listOf(plan, screen, shows.entity, null), shows), from: key(shows.from.path), to: shows.to ? key(shows.to.path) : null };
    }
    case "timeline":
      return {
        kind: "timeline",
        list: selectedBy(plan, listOf(plan, screen, shows.entity, null), shows),
        by: planColumn(plan, entityNamed(plan, shows.entity), shows.by.path),
        from: columnKey(plan, shows.entity, shows.from.path),
        to: columnKey(plan, shows.entity, shows.to.path),
        ofAllPeople: isOfAllPeople(plan, shows),
      };
    case "tree":
      return { kind: "tree", list: listOf(plan, screen, shows.entity, null), by: columnKey(plan, shows.entity, shows.by.path) };
    case "record":
      return recordBody(plan, screen, shows);
    case "form":
      return formBody(plan, shows);
    case "call form":
      return callFormBody(plan, shows);
    case "dashboard":
      return { kind: "dashboard", elements: planDashboard(plan, shows.elements) };
    case "report":
      return {
        kind: "report",
        entity: shows.entity,
        rows: shows.rows.map(groupLabel),
        columns: shows.columns.map(groupLabel),
        values: shows.values.map((v) => planMeasure(plan, shows.entity, v)),
        opens: listBehind(plan, shows.sees, shows.entity),
      };
    case "page":
      return { kind: "page", elements: planPage(plan, shows.elements) };
    case "open":
      return { kind: "open", needs: shows.open };
    default: {
      const never: never = shows;
      return never;
    }
  }
}

const entityNamed = (plan: Plan, name: string): Entity => entityOf(plan.product, name) ?? plan.product.entities[0]!;
const columnKey = (plan: Plan, entity: string, path: readonly string[]): string => planColumn(plan, entityNamed(plan, entity), path)?.key ?? "";
const groupLabel = (group: Group): string => labelOf(group.label);

function listOf(plan: Plan, screen: Screen, entityName: string, details: Extract<Shows, { kind: "list" }>["list"] | null): ListData {
  const { shows } = screen;
  const where = shows.kind === "list" ? shows.where : null;
  const entity = entityNamed(plan, entityName);
  const personal = personalWhere(entity, "where" in shows ? shows.where : null);
  const list = planList(plan, { entity, screen: screen.name, details, where, createRoute: createRouteOf(plan, entityName) });
  // In a list of the reader's own records, beginning one is work too.
  const quietNew = (details?.actions ?? null) !== null && list.actions.length > 0 && !personal;
  return { ...list, ...(personal === null ? {} : { personal }), ...(quietNew ? { quietNew } : {}) };
}

/** The filters that the document names, if it names any. */
/** A field for a User without a role. */
function isOfAllPeople(plan: Plan, { entity, by }: Extract<Shows, { kind: "timeline" }>): boolean {
  const type = by.path.length === 1 ? entityNamed(plan, entity).fields.find(({ name }) => name === by.path[0])?.type : undefined;
  return type?.kind === "reference" && type.entity === "User" && roleIn(type) === null;
}

const selectedBy = (plan: Plan, list: ListData, { entity, filters }: Extract<Shows, { kind: "calendar" | "timeline" }>): ListData =>
  filters.length > 0 ? { ...list, filters: planColumns(plan, entityNamed(plan, entity), filters) } : list;

/** The route of the form that creates such a record, if the reader has one without parameters. */
export const createRouteOf = (plan: Plan, entity: string): string | null =>
  plan.product.screens.find((s) => s.shows.kind === "form" && s.shows.entity === entity && s.shows.action === null && !s.route.includes(":") && plan.visibility.mayOpen(s))
    ?.route ?? null;

function recordBody(plan: Plan, screen: Screen, shows: Extract<Shows, { kind: "record" }>): Body {
  const entity = entityNamed(plan, shows.entity);
  const all = planFields(plan, entity);
  const pick = (names: readonly string[]): FieldData[] => names.map((n) => all.find((f) => f.name === n)).filter((f) => f !== undefined);
  const sections =
    shows.sections.length > 0
      ? shows.sections.map((s) => ({ title: s.title === "" ? null : s.title, tab: s.tab, fields: pick(s.fields) }))
      : [{ title: null, tab: false, fields: all.filter((f) => f.control !== "list") }];
  const defined = shows.lists.map((l) => relatedList(plan, screen, entity, l));
  const derived = shows.sections.length > 0 ? [] : all.filter((f) => f.control === "list" && f.entity !== null).map((f) => inverseList(plan, entity, f));
  const offers = planOffers(plan, shows.offers, entity);
  // What the document offers by an action of its own needs no New beside it.
  const isOffered = (list: Related): boolean => offers.some((offer) => offer.creates && offer.entity === list.list.entity);
  const lists = [...defined, ...derived].filter((l) => l !== null).map((list) => (isOffered(list) ? { ...list, createsBy: null } : list));
  const forms = formsFor(plan, entity).filter((form) => !offers.some((offer) => offer.creates && offer.entity === form.entity));
  const created = [...forms, ...lists.map(({ createsBy: by, list }) => ({ entity: list.entity, by }))];
  return {
    kind: "record",
    entity: entity.name,
    asks: shows.title !== null || shows.showWhen.length > 0,
    ...(shows.title !== null && titleWritesDate(plan.product, shows.title) ? { datedTitle: true as const } : {}),
    parameter: shows.parameter,
    sections: sections.filter((s) => s.fields.length > 0 || (s.tab && lists.some((l) => l.tab === s.title))),
    lists,
    actions: shows.actions === null ? null : actionsOf(plan, entity, shows.actions),
    offers,
    forms,
    guarded: created.some(({ entity: name, by }) => isGuarded(plan, name, by)),
  };
}

function isGuarded({ product }: Plan, name: string, by: string | null): boolean {
  const field = entityOf(product, name)?.fields.find(({ key }) => key === by);
  return field !== undefined && (rulesOnReference(product.rules, name, field.name).length > 0 || isCreatedUnderCondition(product, name, null));
}

type Related = Extract<Body, { kind: "record" }>["lists"][number];

/** A list that the document defines. It is requested by its title, so that its condition applies. */
function relatedList(plan: Plan, screen: Screen, owner: Entity, element: ListElement): Related | null {
  const entity = entityNamed(plan, element.entity);
  const field = element.field === null ? undefined : fieldOf(owner, element.field);
  if (!plan.visibility.may("read", entity) || !field || !plan.visibility.mayField("read", owner, field)) return null;
  const columns = element.columns.length > 0 ? planColumns(plan, entity, element.columns) : undefined;
  return {
    title: element.title,
    by: "",
    tab: element.tab,
    createsBy: createsBy(plan, entity, field),
    list: planList(plan, {
      entity,
      screen: screen.name,
      list: element.title,
      details: null,
      sort: element.sort,
      related: true,
      createRoute: createRouteOf(plan, entity.name),
      ...(columns ? { columns } : {}),
    }),
  };
}

/** Default 186. `listed`: the owner's field that lists the records of `entity`. */
function createsBy(plan: Plan, entity: Entity, listed: Field): string | null {
  const by = listed.type.kind === "inverse" ? fieldOf(entity, listed.type.by) : undefined;
  return by && plan.mayCreate(entity) && planField(plan, entity, by).writableOnCreate ? by.key : null;
}

function inverseList(plan: Plan, owner: Entity, data: FieldData): Related | null {
  const field = fieldOf(owner, data.name);
  if (field?.type.kind !== "inverse") return null;
  const entity = entityNamed(plan, field.type.entity);
  const by = fieldOf(entity, field.type.by);
  if (!by || !plan.visibility.may("read", entity)) return null;
  const list = planList(plan, { entity, screen: null, details: null, related: true, createRoute: createRouteOf(plan, entity.name) });
  return { title: data.label, by: by.key, tab: null, createsBy: createsBy(plan, entity, field), list: { ...list, columns: list.columns.filter((c) => c.key !== by.key) } };
}

function formBody(plan: Plan, shows: Extract<Shows, { kind: "form" }>): Body {
  const entity = entityOf(plan.product, shows.entity) ?? plan.product.entities[0]!;
  const action = plan.product.machines
    .filter((m) => m.entity === entity.name)
    .flatMap((m) => m.actions)
    .find((a) => a.name === shows.action);
  const inputs = (action?.asks ?? []).map((a) => ({ ...planField(plan, entity, a.field), writableOnCreate: true, writableOnUpdate: true }));
  const creating = creationAction(plan, entity, shows.action);
  const asking = creating ?? action;
  const isNew = shows.action === null || creating !== null;
  const creationInputs = isNew ? creationInputFields(plan, entity, creating) : [];
  const writable = isNew ? [...planFields(plan, entity).filter((f) => f.writableOnCreate), ...creationInputs] : inputs;
  const later = fieldsAskedLater(plan.product, entity);
  const steps =
    shows.steps.length > 0
      ? shows.steps.map((s) => ({ title: s.title, fields: s.fields.map((n) => writable.find((f) => f.name === n)).filter((f) => f !== undefined) }))
      : [{ title: null, fields: isNew ? writable.filter((f) => f.atMaking || f.required || !later.has(f.name)) : writable }];
  const placed = new Set(steps.flatMap((s) => s.fields.map((f) => f.name)));
  const left = creationInputs.filter((f) => !placed.has(f.name));
  const last = steps.at(-1);
  // Steps name only the record's fields, but nothing can be saved without the action's input.
  if (left.length > 0 && last) steps[steps.length - 1] = { ...last, fields: [...last.fields, ...left] };
  return {
    kind: "form",
    entity: entity.name,
    action: isNew ? null : shows.action,
    parameters: shows.parameters.map((one) => one.name),
    question: asking ? actionQuestion(asking) : null,
    makes: shows.action !== null && creating ? creating.path : null,
    prefills: shows.prefill.length > 0 || shows.parameters.some((one) => one.fills !== null),
    conditional: shows.showWhen.length > 0,
    steps: steps.filter((s) => s.fields.length > 0),
    afterSaving: planTarget(plan.product, shows.afterSaving, entity),
  };
}

/** Default 251: the forms in which exactly one field, or the parameter of the route, can be the record of the page. */
function formsFor(plan: Plan, page: Entity): FormLink[] {
  return plan.product.screens.flatMap((screen): FormLink[] => {
    const { shows } = screen;
    if (shows.kind !== "form" || !plan.visibility.mayOpen(screen)) return [];
    const entity = entityOf(plan.product, shows.entity);
    const body = formBody(plan, shows);
    if (!entity || !plan.mayCreate(entity) || body.kind !== "form" || body.action !== null) return [];
    const refers = (name: string): boolean => {
      const type = fieldOf(entity, name)?.type;
      return type?.kind === "reference" && type.entity === page.name;
    };
    const fills = shows.parameters.map((one) => one.fills);
    const names = fills.length > 0 ? fills : body.steps.flatMap((step) => step.fields.map((field) => field.name)).filter(refers);
    const by = names.length === 1 && typeof names[0] === "string" && refers(names[0]) ? fieldOf(entity, names[0]) : undefined;
    return by ? [{ entity: entity.name, label: screen.name, route: screen.route, by: by.key }] : [];
  });
}

/** The defaults that shape a screen. */
function defaultsOf(screen: Screen): number[] {
  const { shows } = screen;
  if (screen.derived) return [4];
  if (shows.kind === "record" && shows.sections.length === 0) return [23];
  if (shows.kind === "form" && shows.steps.length === 0) return [21];
  return [];
}
