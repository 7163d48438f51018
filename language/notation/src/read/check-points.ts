/** Judges the nine points as a whole: what is missing, empty, doubled, out of order, or says two things. */
import type { Fix, Sources, Span } from "@nonet/source";
import type { Report } from "../diagnostics/catalogue.ts";
import type { Layout } from "../tree/layout.ts";
import { type PointNumber, pointTitles } from "../tree/points.ts";
import type { PointTree } from "../tree/tree.ts";
import { saidBy, type Share } from "./point-share.ts";

/** The sources, and where the points stand in them. */
interface Places {
  readonly sources: Sources;
  readonly layout: Layout;
}

export function judgePoints(places: Places, shares: readonly Share[], points: readonly PointTree[], misspelt: ReadonlySet<PointNumber>, report: Report): void {
  judgeOrder(shares, report);
  for (const point of points)
    if (point.state !== "missing")
      judgeContent(
        point,
        shares.filter((share) => share.number === point.number),
        report,
      );
  const missing = points.filter((point) => point.state === "missing" && !misspelt.has(point.number)).map((point) => point.number);
  if (missing.length > 0) reportMissing(places, points, missing, report);
}

function judgeOrder(shares: readonly Share[], report: Report): void {
  let highest: Share | null = null;
  const seen = new Set<string>();
  for (const share of shares) {
    const { file } = share.heading.span;
    if (highest !== null && highest.heading.span.file !== file) highest = null;
    const name = `Point ${share.number}, "${pointTitles[share.number]}",`;
    if (seen.has(`${file}:${share.number}`)) report("doubled-point", share.heading.span, `${name} appears twice. Both are read as one point.`);
    else if (highest !== null && share.number < highest.number) report("point-out-of-order", share.heading.span, `${name} must come before point ${highest.number}.`);
    seen.add(`${file}:${share.number}`);
    if (highest === null || share.number > highest.number) highest = share;
  }
}

function judgeContent(point: PointTree, shares: readonly Share[], report: Report): void {
  const state = point.blocks.find((block) => saidBy(block) !== "" && block.kind === "paragraph");
  const stated = shares.some((share) => share.stated !== "");
  if (point.state === "written" && (state || stated)) {
    const span = state?.kind === "paragraph" ? state.words.span : shares[0]!.heading.span;
    report("state-with-content", span, `Point ${point.number} says "${(state && saidBy(state)) || shares.find((s) => s.stated)?.stated}" but also has content.`);
  }
  if (point.blocks.length === 0 && point.sections.length === 0 && !stated) {
    const end: Span = { ...point.span!, from: point.span!.to };
    const fixes: Fix[] = [{ title: "Write not shown", edits: [{ span: end, text: "\n\nnot shown" }] }];
    report("empty-point", point.span!, `Point ${point.number}, "${point.title}", is empty and counts as not shown.`, { fixes });
  }
}

/** What is missing is said once, at the place of the first. */
function reportMissing(places: Places, points: readonly PointTree[], missing: readonly PointNumber[], report: Report): void {
  const additions = missing.map((number) => additionOf(places, points, number));
  const first = additions[0]!;
  const message =
    missing.length === 1
      ? `Point ${missing[0]}, "${pointTitles[missing[0]!]}", is missing and counts as not shown.`
      : `Points ${missing.slice(0, -1).join(", ")} and ${missing.at(-1)} are missing and count as not shown.`;
  const title = missing.length === 1 ? `Add point ${missing[0]} as not shown` : "Add them as not shown";
  report("missing-point", first.at, message, { fixes: places.sources.length > 0 ? [{ title, edits: joined(additions.map((one) => one.edit)) }] : [] });
}

/** What stands at one place is one edit, so that the points come in their order. */
function joined(edits: readonly Fix["edits"][number][]): Fix["edits"] {
  const found: { span: Span; text: string }[] = [];
  for (const edit of edits) {
    const before = found.find((one) => one.span.file === edit.span.file && one.span.from === edit.span.from);
    if (!before) found.push({ ...edit });
    else before.text = `${before.text.trimEnd()}\n\n${edit.text.trimStart()}`;
  }
  return found;
}

/** At the heading of the next point that is there, else at the end of the last file. */
function additionOf({ sources, layout }: Places, points: readonly PointTree[], number: PointNumber): { readonly at: Span; readonly edit: Fix["edits"][number] } {
  const next = points.find((point) => point.number > number && point.span !== null)?.span;
  const file = next?.file ?? Math.max(0, sources.length - 1);
  const text = sources[file]?.text ?? "";
  const heading = next ? layout.from(next) : 0;
  const from = next ? next.from - heading + text.lastIndexOf("\n", heading - 1) + 1 : layout.end(file);
  const lead = next || text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const span = { file, from, to: from };
  return { at: next ?? span, edit: { span, text: `${lead}## ${number}. ${pointTitles[number]}\n\nnot shown\n${next ? "\n" : ""}` } };
}
