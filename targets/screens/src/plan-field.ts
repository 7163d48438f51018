/** One field as data for forms, record pages and lists. */
import type { Expression } from "@nonet/feel";
import { type Action, type Entity, type Field, isGenerated, labelOf } from "@nonet/model";
import { choicesOf, controlOf, currencyOf, entityIn, roleIn } from "./control.ts";
import { readableCurrencyKey } from "./plan-column.ts";
import { columnTotal } from "./column-total.ts";
import { creationAction } from "./creation-action.ts";
import type { Plan } from "./plan.ts";
import type { FieldData } from "./screen-data.ts";

/** Every field of an entity that the reader may read or write. */
export const planFields = (plan: Plan, entity: Entity): FieldData[] =>
  entity.fields
    .filter(
      (f) =>
        (plan.visibility.mayField("read", entity, f) && !f.secret && (f.type.kind !== "secret key" || plan.visibility.may("create", entity))) ||
        isWritable(plan, entity, f, "create") ||
        isWritable(plan, entity, f, "update"),
    )
    .map((f) => ({ ...planField(plan, entity, f), ...choiceForOf(plan, entity, f) }));

/** Default 252. The engine finds the rules; here it is enough that some rule reads the field. */
function choiceForOf(plan: Plan, entity: Entity, field: Field): Pick<FieldData, "choiceFor"> {
  const isRead = plan.product.rules.some((rule) => rule.entity === entity.name && rule.reads.includes(`${entity.name}.${field.name}`));
  return field.type.kind === "reference" && isRead && plan.visibility.may("create", entity) && isWritable(plan, entity, field, "create")
    ? { choiceFor: `${entity.path}.${field.key}` }
    : {};
}

export function planField(plan: Plan, entity: Entity, field: Field): FieldData {
  const parts = partsOf(plan, entity, field);
  const [writableOnCreate, writableOnUpdate] = [isWritable(plan, entity, field, "create"), isWritable(plan, entity, field, "update")];
  return {
    name: field.name,
    key: field.key,
    label: labelOf(field.name),
    control: parts ? "parts" : field.secret ? "secret" : controlOf(field.type),
    choices: choicesOf(field.type),
    entity: parts?.name ?? entityIn(field.type),
    required: field.required === true,
    conditional: typeof field.required === "object" || typeof field.readOnly === "object",
    computed: field.computed !== null,
    writableOnCreate,
    writableOnUpdate,
    atLeast: field.onlyValues ? extremeOf(field.onlyValues, Math.min) : literalOf(field.atLeast),
    atMost: field.onlyValues ? extremeOf(field.onlyValues, Math.max) : literalOf(field.atMost),
    ...(field.onlyValues ? { onlyValues: field.onlyValues } : {}),
    ...(field.excludesLeast ? { excludesLeast: true } : {}),
    ...(field.excludesMost ? { excludesMost: true } : {}),
    currency: currencyOf(field.type, plan.product.about.currency),
    currencyKey: readableCurrencyKey(plan, entity, field.type),
    ...currencyEntityOf(entity, field),
    ...columnTotal(plan, entity, field),
    // Default 58: whoever may fill in the field may see who holds the role.
    role: writableOnCreate || writableOnUpdate ? roleIn(field.type) : null,
    default: defaultOf(field.default),
    parts: parts ? partFields(plan, parts) : [],
    ...plan.at(field.source),
  };
}

/** The lowest or the highest of the only values. */
const extremeOf = (values: readonly string[], by: (...numbers: number[]) => number): string => String(by(...values.map(Number)));

/** The entity of the record in which the currency of the amount stands, where that is another one. */
function currencyEntityOf(entity: Entity, { type }: Field): Pick<FieldData, "currencyEntity"> {
  const [first, ...rest] = type.kind === "money" ? (type.currencyField?.split(".") ?? []) : [];
  const reference = rest.length > 0 ? entity.fields.find((field) => field.name === first)?.type : undefined;
  return reference?.kind === "reference" ? { currencyEntity: reference.entity } : {};
}

/** An input field of an action: whoever may run the action may fill it in. */
export const planInputField = (plan: Plan, entity: Entity, field: Field): FieldData => ({
  ...planField(plan, entity, field),
  writableOnCreate: true,
  writableOnUpdate: true,
  computed: false,
  role: roleIn(field.type),
});

/** The input of the action that creates a record, without the record's own fields. */
export const creationInputFields = (plan: Plan, entity: Entity, action: Action | null): FieldData[] =>
  (action?.asks ?? []).filter(({ own }) => !own).map(({ field }) => planInputField(plan, entity, field));

function isWritable(plan: Plan, entity: Entity, field: Field, verb: "create" | "update"): boolean {
  if (field.computed !== null || field.readOnly === true) return false;
  if (verb === "update" && field.setOnce) return false;
  // The Owner changes a person's roles and access on the People page; no form does.
  if (entity.builtIn && ["roles", "active"].includes(field.name)) return false;
  const control = controlOf(field.type);
  if (control === "readonly" || isGenerated(field.type)) return false;
  if (control === "list") {
    const parts = partsOf(plan, entity, field);
    if (!parts || (verb === "create" && hasGrants(plan, parts) && !plan.mayCreate(parts))) return false;
  }
  return plan.visibility.mayField(verb, entity, field);
}

/** Without any, parts are made with their owner by whoever may make that (adding one later takes the permission to update it). */
const hasGrants = ({ product }: Plan, part: Entity): boolean => product.permissions.grants.some((grant) => grant.entity === part.name);

function partsOf(plan: Plan, entity: Entity, field: Field): Entity | null {
  if (field.type.kind !== "inverse" || field.computed) return null;
  const listed = field.type.entity;
  return plan.product.entities.find((e) => e.name === listed && e.partOf?.entity === entity.name && e.partOf.list === field.name) ?? null;
}

/** The fields of a part, and the input of the action that creates one, which its owner's form asks for. */
const partFields = (plan: Plan, part: Entity): FieldData[] => [
  ...part.fields
    .filter((f) => f.name !== part.partOf?.field && (plan.visibility.mayField("read", part, f) || isWritable(plan, part, f, "create")))
    .map((f) => planField(plan, part, f)),
  ...creationInputFields(plan, part, creationAction(plan, part, null)).map((f) => ({ ...f, writableOnUpdate: false, atMaking: true as const })),
];

const literalOf = (bound: Expression | null): string | null => (bound?.kind === "literal" && typeof bound.value === "string" ? bound.value : null);

function defaultOf(expression: Expression | null): FieldData["default"] {
  if (!expression) return null;
  if (expression.kind === "literal") return expression.value;
  if (expression.kind === "variable" && expression.name === "me") return { me: true };
  if (expression.kind === "call" && expression.function === "today" && expression.arguments.length === 0) return { today: true };
  return null;
}
