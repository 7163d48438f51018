/** Checks the nine points as a whole: points that are missing, empty, duplicate, out of order or contradictory. */
import type { Fix, Sources, Span } from "@nonet/source";
import type { Report } from "../diagnostics/catalogue.ts";
import type { Layout } from "../tree/layout.ts";
import { type PointNumber, pointTitles } from "../tree/points.ts";
import type { PointTree } from "../tree/tree.ts";
import { statedState, type PointPart } from "./point-part.ts";

/** The sources, and the layout that maps spans to positions in them. */
interface LaidOutSources {
  readonly sources: Sources;
  readonly layout: Layout;
}

export function checkPoints(laidOut: LaidOutSources, parts: readonly PointPart[], points: readonly PointTree[], misspelled: ReadonlySet<PointNumber>, report: Report): void {
  checkOrder(parts, report);
  for (const point of points)
    if (point.state !== "missing")
      checkContent(
        point,
        parts.filter((part) => part.number === point.number),
        report,
      );
  const missing = points.filter((point) => point.state === "missing" && !misspelled.has(point.number)).map((point) => point.number);
  if (missing.length > 0) reportMissing(laidOut, points, missing, report);
}

function checkOrder(parts: readonly PointPart[], report: Report): void {
  let highest: PointPart | null = null;
  const seen = new Set<string>();
  for (const part of parts) {
    const { file } = part.heading.span;
    if (highest !== null && highest.heading.span.file !== file) highest = null;
    const name = `Point ${part.number}, "${pointTitles[part.number]}",`;
    if (seen.has(`${file}:${part.number}`)) report("doubled-point", part.heading.span, `${name} appears twice. Both are read as one point.`);
    else if (highest !== null && part.number < highest.number) report("point-out-of-order", part.heading.span, `${name} must come before point ${highest.number}.`);
    seen.add(`${file}:${part.number}`);
    if (highest === null || part.number > highest.number) highest = part;
  }
}

function checkContent(point: PointTree, parts: readonly PointPart[], report: Report): void {
  const statement = point.blocks.find((block) => statedState(block) !== "" && block.kind === "paragraph");
  const stated = parts.some((part) => part.stated !== "");
  if (point.state === "written" && (statement || stated)) {
    const span = statement?.kind === "paragraph" ? statement.words.span : parts[0]!.heading.span;
    report("state-with-content", span, `Point ${point.number} says "${(statement && statedState(statement)) || parts.find((s) => s.stated)?.stated}" but also has content.`);
  }
  if (point.blocks.length === 0 && point.sections.length === 0 && !stated) {
    const end: Span = { ...point.span!, from: point.span!.to };
    const fixes: Fix[] = [{ title: "Write not shown", edits: [{ span: end, text: "\n\nnot shown" }] }];
    report("empty-point", point.span!, `Point ${point.number}, "${point.title}", is empty and counts as not shown.`, { fixes });
  }
}

/** Reports all missing points in one diagnostic, where the first of them belongs. */
function reportMissing(laidOut: LaidOutSources, points: readonly PointTree[], missing: readonly PointNumber[], report: Report): void {
  const additions = missing.map((number) => pointAddition(laidOut, points, number));
  const first = additions[0]!;
  const message =
    missing.length === 1
      ? `Point ${missing[0]}, "${pointTitles[missing[0]!]}", is missing and counts as not shown.`
      : `Points ${missing.slice(0, -1).join(", ")} and ${missing.at(-1)} are missing and count as not shown.`;
  const title = missing.length === 1 ? `Add point ${missing[0]} as not shown` : "Add them as not shown";
  report("missing-point", first.at, message, { fixes: laidOut.sources.length > 0 ? [{ title, edits: mergeEdits(additions.map((one) => one.edit)) }] : [] });
}

/** Merges edits at the same position into one, so that the points stay in order. */
function mergeEdits(edits: readonly Fix["edits"][number][]): Fix["edits"] {
  const merged: { span: Span; text: string }[] = [];
  for (const edit of edits) {
    const existing = merged.find((one) => one.span.file === edit.span.file && one.span.from === edit.span.from);
    if (!existing) merged.push({ ...edit });
    else existing.text = `${existing.text.trimEnd()}\n\n${edit.text.trimStart()}`;
  }
  return merged;
}

/** The edit that adds a missing point: before the heading of the next point, or at the end of the last file. */
function pointAddition({ sources, layout }: LaidOutSources, points: readonly PointTree[], number: PointNumber): { readonly at: Span; readonly edit: Fix["edits"][number] } {
  const next = points.find((point) => point.number > number && point.span !== null)?.span;
  const file = next?.file ?? Math.max(0, sources.length - 1);
  const text = sources[file]?.text ?? "";
  const heading = next ? layout.from(next) : 0;
  const from = next ? next.from - heading + text.lastIndexOf("\n", heading - 1) + 1 : layout.end(file);
  const lead = next || text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const span = { file, from, to: from };
  return { at: next ?? span, edit: { span, text: `${lead}## ${number}. ${pointTitles[number]}\n\nnot shown\n${next ? "\n" : ""}` } };
}
