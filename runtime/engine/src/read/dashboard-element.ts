/** The records behind a number or a chart of a dashboard or a page, as conditions of a list request. */
import type { ListOptions } from "@nonet/database";
import { recordsBehind, type ValueElement, valueElements } from "@nonet/model";
import type { ListRequest } from "../contract/reads.ts";
import { problem } from "../refusals/refusal.ts";
import type { ListContext } from "./parameters/list-context.ts";
import { isReadable } from "./parameters/readable-path.ts";
import { mayOpenScreen } from "./screen-access.ts";
import { say } from "@nonet/texts";

type Behind = Pick<ListOptions, "among" | "labelled">;

export function behindElement(context: ListContext, request: ListRequest): Behind {
  const { product, actor, errors } = context;
  const screen = product.screens.find((s) => s.name === request.dashboard);
  const elements = screen && mayOpenScreen(product, actor, screen) ? valueElements(screen.shows) : [];
  const element = elements.find((e) => e.title === request.element);
  const found = element ? conditionsOf(context, element, request.label) : null;
  if (found === null) errors.push(problem("unknown-list", say("there-is-no-such-number-or-chart"), { field: "element" }));
  return found ?? {};
}

/** A value made of everybody's records has a list only for those who may read them all, so it has none here. */
function conditionsOf(context: ListContext, element: ValueElement, label: string | undefined): Behind | null {
  if (element.kind === "number" && element.sees === "reader") {
    const behind = recordsBehind(element.value);
    return behind?.entity === context.entity.name && label === undefined ? { among: behind.conditions } : null;
  }
  if (element.kind !== "chart" || element.sees !== "reader" || element.entity !== context.entity.name) return null;
  const among = element.where ? [{ item: "this", condition: element.where.expression }] : [];
  if (label === undefined) return { among };
  if (!isReadable(context.product, context.reader, element.by.of.expression)) return null;
  const period = element.by.bucket === "value" ? null : element.by.bucket;
  return { among, labelled: { group: { expression: element.by.of.expression, period, descending: false }, label } };
}
