/** An entity as the front end knows it: fields, actions, states, and what the reader may do. */
import { type Action, type Entity, keyOf, type Machine } from "@nonet/model";
import { actionQuestion, endOf } from "./states/action-question.ts";
import { creationAction } from "./creation-action.ts";
import { creationInputFields, planInputField, planFields } from "./plan-field.ts";
import { statesOf, type Plan } from "./plan.ts";
import { fieldsAskedLater } from "./states/asked-later.ts";
import { coloursOf } from "./states/state-colours.ts";
import { courseOf, statesLeadingFurther, stopsRecords } from "./states/state-course.ts";
import { neededFields } from "./states/needed-fields.ts";
import { writesDate } from "./words/dated-name.ts";
import type { ActionData, EntityData, FieldData, ScreenData } from "./screen-data.ts";

export function planEntity(plan: Plan, entity: Entity, screens: readonly ScreenData[]): EntityData {
  const page = screens.find((s) => s.body.kind === "record" && s.body.entity === entity.name && s.body.parameter !== null);
  const fields = planFields(plan, entity);
  const later = fieldsAskedLater(plan.product, entity);
  return {
    name: entity.name,
    plural: entity.plural,
    path: entity.path,
    fields,
    states: statesOf(plan.product, entity.name),
    stateKeys: plan.product.machines
      .filter((m) => m.entity === entity.name && m.field !== "state")
      .map((m) => entity.fields.find((f) => f.name === m.field)?.key ?? m.field)
      .filter((key) => fields.some((f) => f.key === key)),
    tones: Object.assign({}, ...plan.product.machines.filter((m) => m.entity === entity.name).map((m) => courseOf(m).tones)) as EntityData["tones"],
    colours: Object.assign({}, ...plan.product.machines.filter((m) => m.entity === entity.name).map(coloursOf)) as EntityData["colours"],
    mayCreate: plan.mayCreate(entity),
    askedAtMaking: plan.mayCreate(entity) ? creationInputFields(plan, entity, creationAction(plan, entity, null)) : [],
    askedLater: fields.filter((f) => f.writableOnCreate && !f.required && later.has(f.name)).map((f) => f.key),
    mayUpdate: plan.visibility.may("update", entity) && fields.some((f) => f.writableOnUpdate),
    mayDelete: plan.visibility.may("delete", entity) && entity.deleting.allowed !== "never",
    mayErase: mayErase(plan, entity),
    ...(entity.comments ? { comments: true as const } : {}),
    mayHistory: entity.history && plan.visibility.may("history", entity),
    actions: plan.product.machines.filter((m) => m.entity === entity.name).flatMap((m) => m.actions.map((a) => planAction(plan, entity, m, a)).filter((a) => a !== null)),
    recordRoute: page?.route ?? null,
    recordParameter: page?.body.kind === "record" && page.body.parameter !== null ? keyOf(entity, page.body.parameter) : "id",
    titleKey:
      fields.find((f) => f.control === "readonly" || f.name === "name" || f.name === "title")?.key ??
      fields.find((f) => f.control === "text" && !isHidden(entity, f.key))?.key ??
      null,
    ...(writesDate(entity.shownAs) ? { datedName: true as const } : {}),
    ...plan.at(entity.source),
    archives: entity.deleting.allowed === "archives",
    partOf: entity.partOf?.list ?? null,
  };
}

/** Default 86: whoever has the right to delete the record, even if Deleting doesn't allow it. An action Erase of the document comes first. */
const mayErase = (plan: Plan, entity: Entity): boolean =>
  entity.name !== "User" &&
  entity.fields.some((field) => field.personalOf === "this" && field.computed === null) &&
  plan.visibility.may("delete", entity) &&
  !plan.product.machines.some((machine) => machine.entity === entity.name && machine.actions.some(({ path }) => path === "erase"));

function planAction(plan: Plan, entity: Entity, machine: Machine, action: Action): ActionData | null {
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name);
  // The record names who decides, so only the server knows.
  if (!plan.visibility.mayAct(entity, action, transitions) && !action.decision) return null;
  const course = courseOf(machine);
  const ends = endOf(entity, machine, action);
  return {
    name: action.name,
    path: action.path,
    asks: action.asks.map((a) => planAsk(plan, entity, a)),
    from: [...new Set(transitions.map((t) => t.from ?? "(new)"))],
    to: transitions[0]?.to ?? null,
    furtherFrom: statesLeadingFurther(course, action),
    needs: neededFields(transitions).flatMap((name) => planFields(plan, entity).find((f) => f.name === name)?.key ?? []),
    stops: stopsRecords(machine, course, action),
    question: actionQuestion(action),
    ...(ends ? { ends } : {}),
    decision: action.decision ? planDecision(plan, entity, machine, action.decision) : null,
    ...plan.at(action.source),
  };
}

const isHidden = (entity: Entity, key: string): boolean => entity.fields.some((field) => field.key === key && (field.hidden || field.secret));

function planDecision(plan: Plan, entity: Entity, machine: Machine, { refusedBy }: NonNullable<Action["decision"]>): NonNullable<ActionData["decision"]> {
  const refusing = machine.actions.find(({ name }) => name === refusedBy?.as);
  return { refusing: (refusing?.asks ?? []).map((ask) => planAsk(plan, entity, ask)), refusedAs: refusedBy?.need === "any" ? refusedBy.as : null };
}

const planAsk = (plan: Plan, entity: Entity, { field, own }: Action["asks"][number]): FieldData => ({
  ...planInputField(plan, entity, field),
  ...(own ? { own: true as const } : {}),
});
