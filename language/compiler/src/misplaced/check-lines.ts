/** Reports the lines of every point that nothing reads: statements in prose or in the wrong point, and lines below the wrong bullet. */
import type { Block, Bullet, PointNumber, PointTree, Section, TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import { machineForm } from "../syntax/machine-lines.ts";
import { isHolidayLabel } from "../syntax/constants/calendars.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { linesOf } from "../incremental/lines.ts";
import { aboutName } from "../syntax/about-table.ts";
import { isCallTitle } from "../syntax/call-attributes.ts";
import { saidCall } from "../syntax/call-sentences.ts";
import { namesCalls } from "../syntax/call-sections.ts";
import { rawFieldsOf } from "../syntax/entities/bullet-fields.ts";
import { entityAttribute, isEntityAttribute } from "../syntax/entities/entity-attributes.ts";
import { isHeader } from "../syntax/roles/grant-lines.ts";
import { onlyLabel } from "../syntax/roles/line-labels.ts";
import { checkMisplacedBullets } from "./misplaced-lines.ts";
import { checkParagraphs } from "./unread-attributes.ts";

export function checkLines(ctx: PointCompiler): void {
  for (const point of ctx.tree.points)
    ctx.unit("lines", linesOf(ctx, ctx.tree, point.number), [], () => {
      checkBlocks(ctx, point.number, point.blocks, null);
      ctx.each(`lines of point ${point.number}`, point.sections, { of: (section) => section }, (section) => checkBlocks(ctx, point.number, section.blocks, section));
      checkUnderHeading(ctx, point);
    });
}

/** `section`: null above the first one. */
function checkBlocks(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[], section: Section | null): void {
  checkParagraphs(ctx, point, blocks, section);
  checkMisplacedBullets(ctx, point, blocks);
  checkTables(ctx, blocks);
  checkChildren(ctx, point, blocks);
}

/** In points 3, 4 and 7, the heading of a section says what its statements are about. */
function checkUnderHeading(ctx: PointCompiler, point: PointTree): void {
  if (![3, 4, 7].includes(point.number)) return;
  const said = reportSaidCalls(ctx, point);
  for (const block of point.blocks)
    if (!said.includes(block) && (block.kind === "bullet" || block.kind === "table") && !(point.number === 7 && block.kind === "table" && namesCalls(block)))
      ctx.report("unreadable-line", block.span, "This line comes before the first `### Name`, so it isn't clear what it is about.", {
        hint: "Move it below the `### Name` that it belongs to.",
      });
}

/** `- On Confirm, POST to https://… with number`: each such bullet above the first call of point 7 is a call of its own. */
function reportSaidCalls(ctx: PointCompiler, { number, blocks, sections }: PointTree): readonly Block[] {
  const found = number === 7 ? blocks.flatMap((block) => (block.kind === "bullet" ? [{ block, said: saidCall(block.words.text) }] : [])) : [];
  for (const [i, { block, said }] of found.entries()) {
    if (!said) continue;
    // A heading would take the bullets behind it to its section, so it is written only behind the last one.
    const isLast = found.slice(i + 1).length === 0 && blocks.at(-1) === block && sections.length === 0;
    const { title, then, action } = { title: said.section.split("\n")[0]!, ...said };
    ctx.report("unreadable-line", block.words.span, "This is a call in a sentence. Each call has a heading, and an action or a schedule that starts it.", {
      hint: `Write \`${title}\` with ${said.section
        .split("\n")
        .slice(2)
        .map((line) => `\`${line}\``)
        .join(" and ")} below it, and \`${then!}\` under Then in the row of ${action!} in point 4.`,
      fixes: [
        isLast
          ? { title: `Write ${title}`, edits: [{ span: { ...block.span, to: block.words.span.to }, text: said.section }] }
          : { title: `Write ${title}`, edits: [], removes: "line", adds: [{ kind: "section", point: 7, text: said.section }] },
      ],
    });
  }
  return found.flatMap(({ block, said }) => (said ? [block] : []));
}

/** Only fields, questions and the options of a decision continue below their bullet. */
function checkChildren(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[]): void {
  if (point === 2 || point === 5) return;
  for (const block of blocks) {
    if (block.kind !== "bullet" || block.children.length === 0 || mayHaveChildren(point, block)) continue;
    for (const child of block.children)
      if (child.kind === "bullet" || child.kind === "table")
        ctx.report("unreadable-line", child.span, "This bullet can't have lines below it.", {
          hint: "Write this line as a separate bullet, or on the same line as the bullet above.",
        });
  }
}

const mayHaveChildren = (point: number, bullet: Bullet): boolean =>
  // What continues an audience or a line that says nothing is prose too.
  (point === 1 && !bullet.children.some((child) => child.kind === "bullet" && child.label && aboutName(child.label) !== undefined)) ||
  (point === 7 && (bullet.value?.text === "" || !isCallTitle(bullet.label?.text ?? "") || /^(?:takes|answer)$/i.test(bullet.label?.text ?? ""))) ||
  ((point === 8 || point === 9) && !bullet.label) ||
  (point === 3 && bullet.label !== null && !isEntityAttribute(bullet.label.text, bullet.value?.text ?? "")) ||
  (point === 3 && bullet.label === null && rawFieldsOf(bullet).length > 0) ||
  (point === 3 && bullet.value?.text === "" && entityAttribute(bullet.label?.text ?? "")?.startsWith("on ") === true) ||
  (point === 6 && (isHeader(bullet) || onlyLabel(bullet.words) !== null)) ||
  (point === 9 && isHolidayLabel(bullet)) ||
  (point === 4 && (/\sasks for\s*:$/i.test(bullet.words.text) || machineForm(bullet.words)?.name === "decided"));

/** Lines that look like a table but aren't one (their delimiter row has another width, for example) would otherwise be prose. */
function checkTables(ctx: PointCompiler, blocks: readonly Block[]): void {
  for (const block of blocks)
    if (block.kind === "paragraph" && /^\|.*\|/.test(block.words.text))
      ctx.report("unreadable-table", block.words.span, "This looks like a table, but it can't be read as one.", {
        hint: "Give the line of dashes as many cells as the header row.",
        fixes: dashesFor(block.words),
      });
}

/** A line of dashes as wide as the header, in place of the second line. */
function dashesFor({ text, span }: TextSpan): readonly Fix[] {
  const [header, dashes] = text.split("\n");
  if (dashes === undefined || !/^[|:\s-]+$/.test(dashes)) return [];
  const from = span.from + header!.length + 1;
  const cells = header!
    .replace(/\\\|/g, "")
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|").length;
  return [{ title: "Make the line of dashes as wide as the header", edits: [{ span: { ...span, from, to: from + dashes.length }, text: `|${"---|".repeat(cells)}` }] }];
}
