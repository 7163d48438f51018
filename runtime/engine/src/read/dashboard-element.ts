/** The records behind a number or a chart of a dashboard or a page, or behind a cell of a report, as conditions of a list request. */
import type { ListOptions } from "@nonet/database";
import { type Group, recordsBehind, type Shows, type ValueElement, valueElements } from "@nonet/model";
import type { ListRequest } from "../contract/reads.ts";
import { problem } from "../refusals/refusal.ts";
import type { ListContext } from "./parameters/list-context.ts";
import { isReadable } from "./parameters/readable-path.ts";
import { isAmong, mayOpenScreen } from "./screen-access.ts";
import { say } from "@nonet/texts";

type Behind = Pick<ListOptions, "among" | "labelled">;

export function behindElement(context: ListContext, request: ListRequest): Behind {
  const { product, actor, errors } = context;
  const screen = product.screens.find((s) => s.name === request.dashboard);
  const shows = screen && mayOpenScreen(product, actor, screen) ? screen.shows : null;
  const element = shows ? valueElements(shows).find((e) => e.title === request.element && (e.for === null || isAmong(product, actor, e.for))) : undefined;
  const found =
    shows?.kind === "report" && request.element === undefined ? behindCell(context, shows, request.label) : element ? conditionsOf(context, element, request.label) : null;
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
  const labelled = groupWith(context, element.by, label);
  return labelled && { among, labelled: [labelled] };
}

/** `label`: the labels of the cell's rows and columns as a JSON array; null for a total over all of them. */
function behindCell(context: ListContext, report: Extract<Shows, { kind: "report" }>, label: string | undefined): Behind | null {
  const groups = [...report.rows, ...report.columns];
  const labels = readLabels(label, groups.length);
  if (report.sees !== "reader" || report.entity !== context.entity.name || labels === null) return null;
  const labelled = groups.flatMap((group, i) => (labels[i] === null ? [] : [groupWith(context, group, labels[i]!)]));
  if (labelled.includes(null)) return null;
  return { among: report.where ? [{ item: "this", condition: report.where.expression }] : [], labelled: labelled.filter((one) => one !== null) };
}

function readLabels(text: string | undefined, count: number): readonly (string | null)[] | null {
  if (text === undefined) return Array.from({ length: count }, () => null);
  try {
    const labels = JSON.parse(text) as unknown;
    return Array.isArray(labels) && labels.length === count && labels.every((one) => one === null || typeof one === "string") ? labels : null;
  } catch {
    return null;
  }
}

/** Null for a group by what the reader can't read. */
function groupWith({ product, reader }: ListContext, { of, bucket }: Group, label: string): NonNullable<Behind["labelled"]>[number] | null {
  return isReadable(product, reader, of.expression) ? { group: { expression: of.expression, period: bucket === "value" ? null : bucket, descending: false }, label } : null;
}
