/** The `group` of a list request: a dotted key, and for dates a period after it (`startDate.month`). */
import type { ListGroup, Period } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { readablePath } from "./readable-path.ts";
import { say } from "@nonet/texts";

/** Sorting by the group's own field turns the groups around. */
export function groupParameter(context: ListContext, key: string | undefined, sort: readonly string[] = []): ListGroup | undefined {
  if (key === undefined) return undefined;
  const { product, reader, entity, errors } = context;
  const group = (expression: Expression, field: string, period: Period | null): ListGroup => ({ expression, period, descending: sort[0] === `-${field}` });
  const whole = readablePath(product, reader, entity, key);
  if (whole && whole.type.kind !== "list") return group(whole, key, null);
  const [, field, period] = /^(.+)\.(day|week|month|quarter|year)$/.exec(key) ?? [];
  const dated = field === undefined ? undefined : readablePath(product, reader, entity, field);
  if (dated && (dated.type.kind === "date" || dated.type.kind === "date and time")) return group(dated, field!, period as Period);
  errors.push(
    problem("unknown-field", whole ? say("records-cant-be-grouped-by-key-which", { key: key.slice(0, 80) }) : say("there-is-no-field-key-here-to", { key: key.slice(0, 80) }), {
      field: "group",
    }),
  );
  return undefined;
}
