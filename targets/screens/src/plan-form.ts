/** A form screen as data, and the forms that create a record which refers to the record of a page. */
import { type Entity, entityOf, fieldOf, type Shows } from "@nonet/model";
import { creationAction } from "./creation-action.ts";
import { creationInputFields, planField, planFields } from "./plan-field.ts";
import { planTarget } from "./plan-offers.ts";
import type { Plan } from "./plan.ts";
import type { FormLink, ScreenData } from "./screen-data.ts";
import { actionQuestion } from "./states/action-question.ts";

type Body = ScreenData["body"];

export function formBody(plan: Plan, shows: Extract<Shows, { kind: "form" }>): Body {
  const entity = entityOf(plan.product, shows.entity) ?? plan.product.entities[0]!;
  const action = plan.product.machines
    .filter((m) => m.entity === entity.name)
    .flatMap((m) => m.actions)
    .find((a) => a.name === shows.action);
  const inputs = (action?.asks ?? []).map((a) => ({ ...planField(plan, entity, a.field), writableOnCreate: true, writableOnUpdate: true }));
  const creating = creationAction(plan, entity, shows.action);
  const isNew = shows.action === null || creating !== null;
  const creationInputs = isNew ? creationInputFields(plan, entity, creating) : [];
  const writable = isNew ? [...planFields(plan, entity).filter((f) => f.writableOnCreate), ...creationInputs] : inputs;
  const steps =
    shows.steps.length > 0
      ? shows.steps.map((s) => ({ title: s.title, fields: s.fields.map((n) => writable.find((f) => f.name === n)).filter((f) => f !== undefined) }))
      : [{ title: null, fields: writable }];
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
    question: (creating ?? action)?.confirms ? actionQuestion(entity, machineOf(plan, entity.name)!, (creating ?? action)!) : null,
    makes: shows.action !== null && creating ? creating.path : null,
    prefills: shows.prefill.length > 0 || shows.parameters.some((one) => one.fills !== null),
    conditional: shows.showWhen.length > 0,
    steps: steps.filter((s) => s.fields.length > 0),
    afterSaving: planTarget(plan.product, shows.afterSaving, entity),
  };
}

const machineOf = (plan: Plan, entity: string) => plan.product.machines.find((m) => m.entity === entity);

/** Default 251: the forms in which exactly one field, or the parameter of the route, can be the record of the page. */
export function formsFor(plan: Plan, page: Entity): FormLink[] {
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
