/** What the front end knows of an entity: fields, actions, states, and what the asker may do with it. */
import type { Action, Entity, Machine } from "@nonet/model";
import { planAsked, planFields } from "./plan-field.ts";
import { statesOf, type Plan } from "./plan.ts";
import type { ActionData, EntityData, ScreenData } from "./screen-data.ts";

export function planEntity(plan: Plan, entity: Entity, screens: readonly ScreenData[]): EntityData {
  const page = screens.find((s) => s.body.kind === "record" && s.body.entity === entity.name);
  const fields = planFields(plan, entity);
  return {
    name: entity.name,
    plural: entity.plural,
    path: entity.path,
    fields,
    states: statesOf(plan.product, entity.name),
    mayCreate: plan.mayCreate(entity),
    mayUpdate: plan.sight.may("update", entity) && fields.some((f) => f.writableOnUpdate),
    mayDelete: plan.sight.may("delete", entity) && entity.deleting.allowed !== "never",
    mayHistory: entity.history && plan.sight.may("history", entity),
    actions: plan.product.machines.filter((m) => m.entity === entity.name).flatMap((m) => m.actions.map((a) => planAction(plan, entity, m, a)).filter((a) => a !== null)),
    recordRoute: page?.route ?? null,
    recordParameter: page?.body.kind === "record" ? page.body.parameter : "id",
    titleKey: fields.find((f) => f.control === "readonly" || f.name === "name" || f.name === "title")?.key ?? fields.find((f) => f.control === "text")?.key ?? null,
    line: plan.line(entity.source),
    archives: entity.deleting.allowed === "archives",
    partOf: entity.partOf?.list ?? null,
  };
}

function planAction(plan: Plan, entity: Entity, machine: Machine, action: Action): ActionData | null {
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name);
  if (!plan.sight.mayAct(entity, action, transitions)) return null;
  return {
    name: action.name,
    path: action.path,
    asks: action.asks.map((a) => planAsked(plan, entity, a.field)),
    from: [...new Set(transitions.map((t) => t.from ?? "(new)"))],
    to: transitions[0]?.to ?? null,
    line: plan.line(action.source),
  };
}
