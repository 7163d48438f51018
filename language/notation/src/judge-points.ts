/** Judges the nine points as a whole: what is missing, empty, doubled, out of order, or says two things. */
import type { Fix, Sources, Span } from "@nonet/source";
import type { Report } from "./diagnostics.ts";
import { pointTitles, type PointNumber } from "./points.ts";
import { saidBy, type Share } from "./read-tree.ts";
import type { PointTree } from "./tree.ts";

export function judgePoints(sources: Sources, shares: readonly Share[], points: readonly PointTree[], misspelt: ReadonlySet<PointNumber>, report: Report): void {
  judgeOrder(shares, report);
  for (const point of points) {
    if (point.state === "missing") {
      if (!misspelt.has(point.number)) reportMissing(sources, points, point.number, report);
    } else judgeContent(point, shares.filter((share) => share.number === point.number), report);
  }
}

function judgeOrder(shares: readonly Share[], report: Report): void {
  let highest: Share | null = null;
  const seen = new Set<string>();
  for (const share of shares) {
    const { file } = share.heading.span;
    if (highest !== null && highest.heading.span.file !== file) highest = null;
    const name = `Point ${share.number}, "${pointTitles[share.number]}",`;
    if (seen.has(`${file}:${share.number}`)) report("doubled-point", share.heading.span, `${name} stands here a second time; both are read as one.`);
    else if (highest !== null && share.number < highest.number) report("point-out-of-order", share.heading.span, `${name} stands after point ${highest.number}.`);
    seen.add(`${file}:${share.number}`);
    if (highest === null || share.number > highest.number) highest = share;
  }
}

function judgeContent(point: PointTree, shares: readonly Share[], report: Report): void {
  const state = point.blocks.find((block) => saidBy(block) !== "" && block.kind === "paragraph");
  const stated = shares.some((share) => share.stated !== "");
  if (point.state === "written" && (state || stated)) {
    const span = state?.kind === "paragraph" ? state.words.span : shares[0]!.heading.span;
    report("state-with-content", span, `Point ${point.number} says "${(state && saidBy(state)) || shares.find((s) => s.stated)?.stated}" and yet has content.`);
  }
  if (point.blocks.length === 0 && point.sections.length === 0 && !stated) {
    const end: Span = { ...point.span!, from: point.span!.to };
    const fixes: Fix[] = [{ title: "Say that it is not shown", edits: [{ span: end, text: "\n\nnot shown" }] }];
    report("empty-point", point.span!, `Point ${point.number}, "${point.title}", is empty: it counts as not shown.`, { fixes });
  }
}

/** At the heading of the next point that is there, else at the end of the last file. */
function reportMissing(sources: Sources, points: readonly PointTree[], number: PointNumber, report: Report): void {
  const title = pointTitles[number];
  const next = points.find((point) => point.number > number && point.span !== null)?.span;
  const file = next?.file ?? Math.max(0, sources.length - 1);
  const text = sources[file]?.text ?? "";
  const at = next ? text.lastIndexOf("\n", next.from - 1) + 1 : text.length;
  const lead = next || text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const insertion = `${lead}## ${number}. ${title}\n\nnot shown\n${next ? "\n" : ""}`;
  const fixes: Fix[] = sources.length > 0 ? [{ title: `Add point ${number}, not shown`, edits: [{ span: { file, from: at, to: at }, text: insertion }] }] : [];
  report("missing-point", next ?? { file, from: at, to: at }, `Point ${number}, "${title}", is missing: it counts as not shown.`, { fixes });
}
