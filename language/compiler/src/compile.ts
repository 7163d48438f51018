/** The whole way from text to the checked product, a line per stage. Never throws; always yields a model of what could be understood. */
import { fold } from "@nonet/feel";
import type { NotShown, Product } from "@nonet/model";
import type { Block, Bullet, Layout, PointNumber, PointTree, ReadTree, Section, Tree } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";
import { compileAbout } from "./about/about.ts";
import { compileCalls } from "./calls/calls.ts";
import { judgeSecrets } from "./checks/access/no-secret-leak.ts";
import { crossCheck } from "./checks/cross-checks.ts";
import { collectOpen } from "./collect-not-shown.ts";
import { collectProse } from "./collect-prose.ts";
import { compileBusiness } from "./constants/business.ts";
import { settleBusiness } from "./constants/settle-types.ts";
import { makeContext } from "./context/make-context.ts";
import type { PointCompiler } from "./context/point-compiler.ts";
import { declareConstants } from "./declare/constants.ts";
import type { EntityDrafts } from "./declare/drafts.ts";
import { declareEntities } from "./declare/entities.ts";
import { declareCalls, declareCodes, declareScreens } from "./declare/names.ts";
import { declareAllRoles } from "./declare/roles.ts";
import { withoutConsequences } from "./diagnostics/drop-consequential.ts";
import { compileEntities, wholeEntities } from "./entities/entities.ts";
import { compileEvents } from "./entities/events.ts";
import { judgeEntityIdentifiers } from "./entities/identifiers.ts";
import { settleNulls } from "./entities/settle-nulls.ts";
import { compileErrors } from "./errors/errors.ts";
import { compileExamples } from "./examples/examples.ts";
import { linesOf, statementsOf } from "./incremental/lines.ts";
import type { Memory } from "./incremental/memory.ts";
import { judgeMisplacedBullets } from "./misplaced/misplaced-lines.ts";
import { judgeParagraphs } from "./misplaced/unread-attributes.ts";
import { tellActions, tellFields } from "./resolve/published.ts";
import { compilePermissions } from "./roles/permissions.ts";
import { compileRules } from "./rules/rules.ts";
import { compileScreens } from "./screens/screens.ts";
import type { CallUse } from "./statements/scene.ts";
import { compileMachines } from "./states/machines.ts";
import { aboutBlocks, aboutName } from "./syntax/about-table.ts";
import { callTitles } from "./syntax/call-attributes.ts";
import { isEntityAttribute } from "./syntax/entity-attributes.ts";
import { withLines } from "./text/line-numbers.ts";
import { placed } from "./text/spans.ts";

export interface CompileOptions {
  /** SHA-256 hex of the sources; the host knows how to make it. */
  readonly version?: string;
  /** Says also what only follows from another mistake: for tools that mend every place at once. */
  readonly everything?: boolean;
}

export interface Compiled {
  readonly product: Product;
  readonly diagnostics: readonly Diagnostic[];
  readonly open: readonly NotShown[];
  /** What nothing enforces. */
  readonly prose: readonly Span[];
  /** How many statements of the document are enforced. */
  readonly enforced: number;
  /** How many statements were recognised: the enforced ones, the refused ones and the open ones. */
  readonly elements: number;
  readonly tree: Tree;
}

export function compileTree(read: ReadTree, memory: Memory, options: CompileOptions): Compiled {
  const { tree, layout } = read;
  const declaredEntities = declareEntities(tree, memory);
  const ctx = contextOf(read, declaredEntities, memory);
  settleBusiness(ctx);
  settleNulls(ctx);
  const { entities, machines, rules, permissions, calls, screens } = compilePoints(ctx);
  const about = ctx.unit("point 1", linesOf(ctx, tree, 1), [tree.title?.text], () => compileAbout(ctx));
  const errors = ctx.unit(
    "point 8",
    linesOf(ctx, tree, 8),
    ([4, 5, 7] as const).map((refusing) => linesOf(ctx, tree, refusing)),
    () => compileErrors(ctx),
  );
  const { constants, functions, tables, calendars } = compileBusiness(ctx);
  const examples = compileExamples(ctx, { entities, machines, permissions, calls });
  const points = tree.points.map(({ number, title, state, span }) => ({ number, title, state, source: span }));
  const name = nameOf(tree) ?? about.title;
  const draft: Product = {
    format: 1,
    name,
    about,
    screens,
    entities,
    machines,
    rules,
    permissions,
    calls,
    errors,
    constants,
    functions,
    tables,
    calendars,
    examples,
    points,
    notShown: [],
    sources: tree.sources.map((s) => ({ name: s.name, text: s.text })),
    version: options.version ?? "",
  };
  crossCheck(ctx, draft);
  judgeSecrets(ctx, draft);
  for (const point of tree.points)
    ctx.unit("lines", linesOf(ctx, tree, point.number), [], () => {
      judgeLines(ctx, point.number, point.blocks, null);
      ctx.each(`lines of point ${point.number}`, point.sections, { of: (section) => section }, (section) => judgeLines(ctx, point.number, section.blocks, section));
      judgePlaces(ctx, point);
    });
  judgeEntities(ctx, declaredEntities);
  const product: Product = { ...draft, notShown: collectOpen(ctx, points) };
  const found = placed(withLines([...tree.diagnostics, ...ctx.findings.diagnostics], tree.sources, layout), layout);
  const diagnostics = inOrder(options.everything ? found : withoutConsequences(tree, layout, found));
  const open = placed(product.notShown, layout);
  // Who only asks for the diagnostics doesn't wait for what has moved in the product and the tree, nor for what is prose.
  const whole = whenAsked(() => placed(product, layout));
  const written = whenAsked(() => placed(tree, layout));
  const stretches = whenAsked(() => inSources(ctx.findings.enforced, layout));
  const prose = whenAsked(() => collectProse(tree, layout, stretches()));
  return {
    get product() {
      return whole();
    },
    get tree() {
      return written();
    },
    diagnostics,
    open,
    get prose() {
      return prose();
    },
    get enforced() {
      return stretches().length;
    },
    get elements() {
      return stretches().length + diagnostics.filter((d) => d.severity === "error").length + open.length;
    },
  };
}

const none: readonly never[] = [];

/** Points 2 to 7, each as a unit: while its own lines and what it hangs on are the same, so is all that it made. */
function compilePoints(ctx: PointCompiler): Pick<Product, "entities" | "machines" | "rules" | "permissions" | "calls" | "screens"> {
  const { tree } = ctx;
  const bare = compileEntities(ctx);
  const stated = statementsOf(ctx, tree, 3);
  const { machines, uses } = ctx.unit("point 4", linesOf(ctx, tree, 4), [stated], () => {
    const found: CallUse[] = [];
    return { machines: compileMachines(ctx, found), uses: found };
  });
  const allUses = [...uses];
  const events = compileEvents(ctx, allUses);
  const entities = wholeEntities(ctx, bare, (entity) => events.get(entity.name) ?? none);
  tellFields(ctx, entities);
  tellActions(ctx, machines);
  const rules = ctx.unit("point 5", linesOf(ctx, tree, 5), [], () => compileRules(ctx));
  const permissions = ctx.unit("point 6", linesOf(ctx, tree, 6), [machines, stated], () => compilePermissions(ctx, machines));
  const calls = ctx.unit("point 7", linesOf(ctx, tree, 7), [ctx.same("uses of calls", () => [...allUses]), stated], () => compileCalls(ctx, allUses));
  const screens = ctx.unit("point 2", linesOf(ctx, tree, 2), [calls, stated, linesOf(ctx, tree, 4)], () => compileScreens(ctx, calls));
  return { entities, machines, rules, permissions, calls, screens };
}

function whenAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function contextOf(read: ReadTree, entities: EntityDrafts, memory: Memory): PointCompiler {
  const { tree } = read;
  const declared = {
    entities: entities.drafts,
    roles: declareAllRoles(tree),
    calls: declareCalls(tree),
    codes: declareCodes(tree),
    constants: declareConstants(tree),
    screens: declareScreens(tree),
  };
  return makeContext(read, declared, entities, memory);
}

function judgeEntities(ctx: PointCompiler, { drafts, doubled }: EntityDrafts): void {
  judgeEntityIdentifiers(ctx, drafts.values());
  for (const section of doubled) ctx.report("doubled-entity", section.title.span, `"${section.title.text}" is defined already.`);
}

function judgeLines(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[], section: Section | null): void {
  judgeParagraphs(ctx, point, blocks, section);
  judgeMisplacedBullets(ctx, point, blocks);
  judgeTables(ctx, blocks);
  judgeChildren(ctx, point, blocks);
}

/** In points 3, 4 and 7 a section says what its statements are about. */
function judgePlaces(ctx: PointCompiler, point: PointTree): void {
  if ([3, 4, 7].includes(point.number))
    for (const block of point.blocks)
      if (block.kind === "bullet" || block.kind === "table")
        ctx.report("unreadable-line", block.span, "This stands before the first `### Name`, so nothing says what it is about.");
}

/** Beneath a bullet only fields and questions go on. */
function judgeChildren(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[]): void {
  if (point === 2 || point === 5) return;
  for (const block of blocks) {
    if (block.kind !== "bullet" || block.children.length === 0 || mayGoOn(point, block)) continue;
    for (const child of block.children)
      if (child.kind === "bullet" || child.kind === "table")
        ctx.report("unreadable-line", child.span, "Nothing is read beneath this bullet.", { hint: "Write it as a bullet of its own, or on the same line." });
  }
}

const mayGoOn = (point: number, bullet: Bullet): boolean =>
  // Of an audience, and of a line that says nothing, what goes on is prose too.
  (point === 1 && !bullet.children.some((child) => child.kind === "bullet" && child.label && aboutName(child.label) !== undefined)) ||
  (point === 7 && (bullet.value?.text === "" || !callTitles.some((title) => fold(title) === fold(bullet.label?.text ?? "")) || /^takes$/i.test(bullet.label?.text ?? ""))) ||
  ((point === 8 || point === 9) && !bullet.label) ||
  (point === 3 && bullet.label !== null && !isEntityAttribute(bullet.label.text, bullet.value?.text ?? "")) ||
  (point === 4 && /\sasks for\s*:$/i.test(bullet.words.text));

/** Lines that look like a table and are none (a delimiter row of another width, say) would be prose without a word. */
function judgeTables(ctx: PointCompiler, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === "paragraph" && /^\|.*\|/.test(block.words.text))
      ctx.report("unreadable-table", block.words.span, "This looks like a table and is none.", { hint: "The line of dashes has as many cells as the headers." });
  }
}

function nameOf(tree: Tree): string | undefined {
  for (const block of tree.points[0] ? aboutBlocks(tree.points[0]) : [])
    if (block.kind === "bullet" && fold(block.label?.text ?? "") === "name" && block.value?.text) return block.value.text.replace(/^[`"*]+|[`"*]+$/g, "");
  return tree.title?.text;
}

/** In the document's order, each once. */
function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  const once = diagnostics.filter((d) => {
    const key = `${d.code} ${d.span.file} ${d.span.from} ${d.span.to} ${d.message}`;
    return !seen.has(key) && seen.add(key);
  });
  return once.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from || a.span.to - b.span.to);
}

/** Where they stand in the sources: in order, each once. */
function inSources(spans: readonly Span[], layout: Layout): Span[] {
  const sorted = spans.map(layout.at).sort((a, b) => a.file - b.file || a.from - b.from || a.to - b.to);
  return sorted.filter((span, i) => {
    const before = sorted[i - 1];
    return !before || before.from !== span.from || before.to !== span.to || before.file !== span.file;
  });
}
