/** The form of an offered call. */
import type { OfferedCall, Screen, Shows, CallParameter } from "@nonet/model";
import { planInputField } from "./plan-field.ts";
import { planTarget } from "./plan-offers.ts";
import type { Plan } from "./plan.ts";
import type { FieldData, ScreenData } from "./screen-data.ts";

type CallForm = Extract<Shows, { kind: "call form" }>;
type Body = Extract<ScreenData["body"], { kind: "call form" }>;

export const offeredCall = (plan: Plan, name: string): OfferedCall | null => {
  const does = plan.product.calls.find((call) => call.name === name)?.does;
  return does?.kind === "offered" ? does : null;
};

/** Whether the reader may call it at all. If not, the form isn't shown. */
export const mayCall = (plan: Plan, screen: Screen): boolean => {
  const call = screen.shows.kind === "call form" ? offeredCall(plan, screen.shows.call) : null;
  return call !== null && (plan.visibility.all || call.for.some((role) => plan.visibility.roles.has(role)));
};

export function callFormBody(plan: Plan, shows: CallForm): Body {
  const call = offeredCall(plan, shows.call);
  const all = (call?.takes ?? []).map((taken) => parameterField(plan, taken));
  const pick = (names: readonly string[]): FieldData[] => names.flatMap((name) => all.find((f) => f.name === name) ?? []);
  const steps = shows.steps.length > 0 ? shows.steps.map((s) => ({ title: s.title, fields: pick(s.fields) })) : [{ title: null, fields: all }];
  return {
    kind: "call form",
    call: shows.call,
    method: call?.method ?? "POST",
    path: call?.path ?? "",
    steps: steps.filter((s) => s.fields.length > 0),
    prefills: shows.prefill.length > 0,
    afterSaving: planTarget(plan.product, shows.afterSaving, null),
  };
}

/** A call's parameters belong to no entity. A list of objects is edited like parts. */
function parameterField(plan: Plan, taken: CallParameter): FieldData {
  const field = planInputField(plan, plan.product.entities[0]!, taken.field);
  return taken.fields === null ? field : { ...field, control: "parts", entity: null, parts: taken.fields.map((inner) => parameterField(plan, inner)) };
}
