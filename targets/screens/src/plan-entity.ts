/** What the front end knows of an entity: fields, actions, states, and what the asker may do with it. */
import type { Action, Entity, Machine } from "@nonet/model";
import { makingAction } from "./creation-action.ts";
import { askedAtMaking, planAsked, planFields } from "./plan-field.ts";
import { statesOf, type Plan } from "./plan.ts";
import type { ActionData, EntityData, FieldData, ScreenData } from "./screen-data.ts";

export function planEntity(plan: Plan, entity: Entity, screens: readonly ScreenData[]): EntityData {
  const page = screens.find((s) => s.body.kind === "record" && s.body.entity === entity.name);
  const fields = planFields(plan, entity);
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
    mayCreate: plan.mayCreate(entity),
    askedAtMaking: plan.mayCreate(entity) ? askedAtMaking(plan, entity, makingAction(plan, entity, null)) : [],
    mayUpdate: plan.sight.may("update", entity) && fields.some((f) => f.writableOnUpdate),
    mayDelete: plan.sight.may("delete", entity) && entity.deleting.allowed !== "never",
    mayHistory: entity.history && plan.sight.may("history", entity),
    actions: plan.product.machines.filter((m) => m.entity === entity.name).flatMap((m) => m.actions.map((a) => planAction(plan, entity, m, a)).filter((a) => a !== null)),
    recordRoute: page?.route ?? null,
    recordParameter: page?.body.kind === "record" ? page.body.parameter : "id",
    titleKey: fields.find((f) => f.control === "readonly" || f.name === "name" || f.name === "title")?.key ?? fields.find((f) => f.control === "text")?.key ?? null,
    ...plan.at(entity.source),
    archives: entity.deleting.allowed === "archives",
    partOf: entity.partOf?.list ?? null,
  };
}

function planAction(plan: Plan, entity: Entity, machine: Machine, action: Action): ActionData | null {
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name);
  // Who decides is named by the record, so the server alone knows it.
  if (!plan.sight.mayAct(entity, action, transitions) && !action.decision) return null;
  return {
    name: action.name,
    path: action.path,
    asks: action.asks.map((a) => planAsk(plan, entity, a)),
    from: [...new Set(transitions.map((t) => t.from ?? "(new)"))],
    to: transitions[0]?.to ?? null,
    decision: action.decision ? { refusing: (machine.actions.find((a) => a.name === action.decision?.refusedBy?.as)?.asks ?? []).map((a) => planAsk(plan, entity, a)) } : null,
    ...plan.at(action.source),
  };
}

const planAsk = (plan: Plan, entity: Entity, { field, own }: Action["asks"][number]): FieldData => ({ ...planAsked(plan, entity, field), ...(own ? { own: true as const } : {}) });
