/**
 * Which values of a field a rule distinguishes, where it only compares the field with literals: `state in ("requested",
 * "approved")` distinguishes two groups of states, and a change within a group doesn't affect the rule.
 */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";
import { comparedFields, type Entity, entityOf, type Product, type Rule } from "@nonet/model";

/** Whether the rule doesn't distinguish the two values of the field (`Loan.state`). */
export function isIndistinguishable(product: Product, rule: Rule, read: string, before: unknown, after: unknown): boolean {
  const [a, b] = [before ?? null, after ?? null];
  if (a === b) return true;
  const groups = a === null || b === null ? null : groupsOf(product, rule, read);
  return groups !== null && groups.every((group) => group.includes(String(a)) === group.includes(String(b)));
}

type Groups = readonly (readonly string[])[];
const known = new WeakMap<Rule, Map<string, Groups | null>>();

/** Null where the field is used for anything but comparisons with texts. */
function groupsOf(product: Product, rule: Rule, read: string): Groups | null {
  let of = known.get(rule);
  if (!of) known.set(rule, (of = new Map<string, Groups | null>()));
  if (!of.has(read)) of.set(read, findGroups(product, rule, read));
  return of.get(read)!;
}

class OtherUse extends Error {}

function findGroups(product: Product, rule: Rule, read: string): Groups | null {
  const entity = product.entities.find((e) => read.startsWith(`${e.name}.`) && hasNamedValues(product, e, read.slice(e.name.length + 1)));
  if (!entity || namesItself(rule, entity, read)) return null;
  const groups: string[][] = rule.moment.kind === "while" && read === `${rule.entity}.state` ? [[...rule.moment.states]] : [];
  try {
    collectGroups(product, rule.holds, (e) => fold(e.field) === fold(read.slice(entity.name.length + 1)) && ownerOf(e) === entity.name, groups, new Set());
  } catch (found) {
    if (found instanceof OtherUse) return null;
    throw found;
  }
  return groups.length > 0 ? groups : null;
}

/** Whether it is a state or a choice, which have named values. */
const hasNamedValues = (product: Product, entity: Entity, name: string): boolean =>
  product.machines.some((m) => m.entity === entity.name && m.field === name) || entity.fields.some((f) => f.name === name && f.computed === null && f.type.kind === "one of");

/** `unique by kind`, `per kind` use the value itself. */
const namesItself = ({ holds, entity: of }: Rule, entity: Entity, read: string): boolean =>
  of === entity.name && comparedFields(holds).some((name) => fold(`${of}.${name}`) === fold(read));

type Path = Expression & { readonly kind: "path" };

/** Adds a group for each comparison, through computed fields; throws where the field is used otherwise. */
function collectGroups(product: Product, at: unknown, isField: (e: Path) => boolean, groups: string[][], visited: Set<object>): void {
  if (at === null || typeof at !== "object") return;
  const visit = (part: unknown): void => collectGroups(product, part, isField, groups, visited);
  const e = at as Expression;
  // Some rules read the record before the change; what a function or something not shown reads can't be analyzed here.
  if (e.kind === "apply" || e.kind === "function" || e.kind === "hole" || (e.kind === "variable" && e.name === "old")) throw new OtherUse();
  const compared = comparison(e);
  if (compared && compared.path.kind === "path" && isField(compared.path)) {
    groups.push(compared.values);
    return visit(compared.path.of);
  }
  if (e.kind === "path") {
    if (isField(e)) throw new OtherUse();
    const field = entityOf(product, ownerOf(e) ?? "")?.fields.find((f) => fold(f.name) === fold(e.field));
    if (field?.computed && !visited.has(field)) {
      visited.add(field);
      visit(field.computed);
    }
  }
  for (const [key, inner] of Object.entries(at)) if (key !== "type" && key !== "span" && key !== "source") visit(inner);
}

/** `path = "a"`, `path in ("a", "b")`: the path, and the texts that it is compared with. */
function comparison(e: Expression): { readonly path: Expression; readonly values: string[] } | null {
  if (e.kind === "binary" && (e.operator === "=" || e.operator === "!=")) {
    const [path, value] = e.left.kind === "literal" ? [e.right, e.left] : [e.left, e.right];
    const values = textsOf(value);
    return values && { path, values };
  }
  if (e.kind !== "in") return null;
  const values = e.tests.map(testedTexts);
  return values.includes(null) ? null : { path: e.value, values: values.flatMap((v) => v!) };
}

const testedTexts = (test: UnaryTest): string[] | null =>
  test.kind === "member" ? textsOf(test.of) : test.kind === "compare" && test.operator === "=" ? textsOf(test.value) : null;

function textsOf(e: Expression): string[] | null {
  if (e.kind === "literal") return typeof e.value === "string" && e.type.kind === "string" ? [e.value] : null;
  if (e.kind !== "list") return null;
  const all = e.items.map(textsOf);
  return all.includes(null) ? null : all.flatMap((v) => v!);
}

/** The entity that has the path's field. */
function ownerOf(e: Path): string | null {
  const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
  return of.kind === "record" ? of.name : null;
}
