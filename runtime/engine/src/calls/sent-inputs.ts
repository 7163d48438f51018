/** What the request of an offered call contains, for `sent(F)`, `sent null(F)` and `sent empty(F)`. */
import type { Expression } from "@nonet/feel";
import type { CallParameter, OfferedCall } from "@nonet/model";
import { isKeyOf, objectOf } from "../effects/read-parameters.ts";

const questions: Readonly<Record<string, (value: unknown) => boolean>> = {
  sent: (value) => value !== undefined,
  "sent null": (value) => value === null,
  "sent empty": (value) => value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0),
};

/** The answers by question and by path of the input (`user/bio`), as far as the call asks. */
export function sentInputs(does: OfferedCall, sent: Readonly<Record<string, unknown>>): Record<string, Record<string, boolean>> {
  const asked = askedIn(does);
  return Object.fromEntries(
    Object.entries(asked).map(([question, paths]) => [
      question,
      Object.fromEntries([...paths].map((path) => [path, questions[question]!(valueAt(sent, path.split("/"), does.takes))])),
    ]),
  );
}

const known = new WeakMap<OfferedCall, Readonly<Record<string, ReadonlySet<string>>>>();

function askedIn(does: OfferedCall): Readonly<Record<string, ReadonlySet<string>>> {
  const before = known.get(does);
  if (before) return before;
  const found: Record<string, Set<string>> = {};
  const collect = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const { kind, of, field } = node as Partial<Expression & { kind: "path" }>;
    if (kind === "path" && of?.kind === "variable" && of.name in questions && field !== undefined) (found[of.name] ??= new Set()).add(field);
    Object.values(node).forEach(collect);
  };
  collect(does);
  known.set(does, found);
  return found;
}

/** Undefined where it was left out. */
function valueAt(sent: Readonly<Record<string, unknown>>, [step, ...rest]: readonly string[], takes: readonly CallParameter[]): unknown {
  const taken = takes.find(({ field }) => field.key === step);
  const key = Object.keys(sent).find((one) => (taken ? isKeyOf(taken, one) : one === step));
  const value = key === undefined ? undefined : sent[key];
  if (rest.length === 0) return value;
  return valueAt(objectOf(value) ?? {}, rest, taken?.fields ?? []);
}
