/** The fields that hold the currency of others. One that is set once has the same value before and after a change. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { boolean, record, text } from "../expressions/field-type.ts";
import type { Use } from "./context.ts";

const cached = new WeakMap<EntityDraft["fields"], readonly Expression[]>();

/** A field that holds the currency of others, with the attributes that units depend on. */
export interface CurrencyField {
  readonly name: string;
  readonly setOnce: boolean;
  readonly defaultValue: TextSpan | null;
}

/** The fields that hold the currency of an entity's amounts. */
export function currenciesOf(draft: EntityDraft): readonly CurrencyField[] {
  let names: Set<string> | null = null;
  for (const { type } of draft.fields.values())
    if (type.kind === "money" && type.currencyField !== undefined && !type.currencyField.includes(".")) (names ??= new Set()).add(fold(type.currencyField));
  return [...(names ?? [])].map((name) => {
    const attributes = draft.raw.find((one) => fold(one.name) === name)?.raw?.attributes ?? [];
    return {
      name: draft.fields.get(name)?.name ?? name,
      setOnce: attributes.some(({ kind }) => kind === "set once"),
      defaultValue: attributes.find(({ kind }) => kind === "default")?.value ?? null,
    };
  });
}

/** The conditions that are true whenever the expression is evaluated. `changed`: the entity of `old`. */
export function givenIn(use: Use, changed: EntityDraft | undefined): Pick<Use, "given"> {
  const same = changed ? currenciesSetOnce(changed) : [];
  if (same.length === 0) return use.given ? { given: use.given } : {};
  return { given: [...same, ...(use.given ?? [])] };
}

function currenciesSetOnce(draft: EntityDraft): readonly Expression[] {
  const known = cached.get(draft.fields);
  if (known) return known;
  const once = currenciesOf(draft).filter(({ setOnce }) => setOnce);
  const found = once.map(({ name }) => sameBefore(draft, name));
  cached.set(draft.fields, found);
  return found;
}

/** `old.F = this.F` */
function sameBefore(draft: EntityDraft, field: string): Expression {
  const span = { file: 0, from: 0, to: 0 };
  const of = (name: string): Expression => ({
    kind: "path",
    of: { kind: "variable", name, type: record(draft.name), nullable: false, span },
    field,
    listed: false,
    type: text,
    nullable: true,
    span,
  });
  return { kind: "binary", operator: "=", left: of("old"), right: of("this"), type: boolean, nullable: false, span };
}
