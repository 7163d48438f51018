/** The pipeline from a document's tree to the checked product, a line per stage. It never throws, and always gives a model of what could be understood. */
import type { Product } from "@nonet/model";
import type { PointNumber, ReadTree } from "@nonet/notation";
import { compileAbout, productName } from "./about/about.ts";
import { compileCalls } from "./calls/calls.ts";
import { noSecretLeak } from "./checks/access/no-secret-leak.ts";
import { crossCheck } from "./checks/cross-checks.ts";
import { collectDiagnostics } from "./collect-diagnostics.ts";
import { collectNotShown } from "./collect-not-shown.ts";
import { type Compiled, compiledOf } from "./compiled.ts";
import { compileBusiness } from "./constants/compile-point-nine.ts";
import { settleBusiness } from "./constants/settle-types.ts";
import { makeContext } from "./context/make-context.ts";
import type { PointCompiler } from "./context/point-compiler.ts";
import { declareDocument } from "./declare/document.ts";
import { compileEntities, wholeEntities } from "./entities/entities.ts";
import { compileEvents } from "./entities/events.ts";
import { checkEntityNames } from "./entities/identifiers.ts";
import { settleInferred } from "./entities/types/settle-inferred.ts";
import { settleNulls } from "./entities/settle-nulls.ts";
import { compileErrors } from "./errors/errors.ts";
import { compileExamples } from "./examples/examples.ts";
import { linesOf, statementsOf } from "./incremental/lines.ts";
import type { Memory } from "./incremental/memory.ts";
import { checkLines } from "./misplaced/check-lines.ts";
import { withAttributeLines } from "./syntax/attribute-lines.ts";
import { publishActions, publishFields } from "./resolve/published.ts";
import { compilePermissions } from "./roles/permissions.ts";
import { compileRules } from "./rules/rules.ts";
import { uniqueAmongRules } from "./rules/unique-among.ts";
import { compileScreens } from "./screens/screens.ts";
import { screenConfirmations } from "./declare/screen-confirmations.ts";
import type { CallUse } from "./statements/scene.ts";
import { compileMachines } from "./states/machines.ts";

export interface CompileOptions {
  /** SHA-256 of the sources in hex, computed by the host. */
  readonly version?: string;
  /** Reports also what only follows from another mistake, for tools that correct all places at once. */
  readonly everything?: boolean;
}

export function compileTree(written: ReadTree, memory: Memory, options: CompileOptions): Compiled {
  const tree = withAttributeLines(written.tree); // attributes without a bullet
  const read = { ...written, tree };
  const { declared, entities } = declareDocument(tree, memory); // every name, before any expression
  const ctx = makeContext(read, declared, entities, memory); // scopes, findings and units for all that follows
  settleBusiness(ctx); // the result types of point 9's functions and tables
  settleInferred(ctx, settleBusiness); // the types of computed fields that follow from their expressions
  settleNulls(ctx); // the computed fields that are never null
  const points = compilePoints(ctx); // points 1 to 9 and the examples
  const states = tree.points.map(({ number, title, state, span }) => ({ number, title, state, source: span }));
  const sources = tree.sources.map(({ name, text }) => ({ name, text }));
  const draft: Product = { format: 1, name: productName(tree), ...points, points: states, notShown: [], sources, version: options.version ?? "" };
  crossCheck(ctx, draft); // checks that need the whole product
  noSecretLeak(ctx, draft); // secrets that would be disclosed
  checkLines(ctx); // lines that no point has read
  checkEntityNames(ctx, entities); // entities that share a name or an identifier
  const product: Product = { ...draft, notShown: collectNotShown(ctx, states) }; // what is not shown, and what depends on it
  const diagnostics = collectDiagnostics(read, ctx.findings, options.everything === true);
  return compiledOf(read, product, ctx.findings.enforced, diagnostics);
}

type Points = Omit<Product, "format" | "name" | "points" | "notShown" | "sources" | "version">;

/** Each point is a unit: while its own lines and its dependencies are unchanged, so is its result. */
function compilePoints(ctx: PointCompiler): Points {
  const lines = (point: PointNumber): object => linesOf(ctx, ctx.tree, point);
  const statements3 = statementsOf(ctx, ctx.tree, 3);
  const bare = compileEntities(ctx); // point 3, without events and prose
  const { machines, uses } = ctx.unit("point 4", lines(4), [statements3, ctx.identityOf("confirmations", () => [...screenConfirmations(ctx.tree).values()].flat())], () => {
    const found: CallUse[] = [];
    return { machines: compileMachines(ctx, found), uses: found };
  });
  const callUses = [...uses]; // the places from which calls are sent, for point 7
  const events = compileEvents(ctx, callUses); // point 3: On create, On change, On entering
  const entities = wholeEntities(ctx, bare, (entity) => events.get(entity.name) ?? noEvents);
  publishFields(ctx, entities); // publishes the compiled fields for the units below
  publishActions(ctx, machines); // publishes the actions and their input
  const rules = [...ctx.unit("point 5", lines(5), [], () => compileRules(ctx)), ...uniqueAmongRules(ctx)];
  const permissions = ctx.unit("point 6", lines(6), [machines, statements3], () => compilePermissions(ctx, machines));
  const calls = ctx.unit("point 7", lines(7), [ctx.identityOf("uses of calls", () => [...callUses]), statements3], () => compileCalls(ctx, callUses));
  const screens = ctx.unit("point 2", lines(2), [calls, machines, statements3], () => compileScreens(ctx, { calls, machines }));
  const about = ctx.unit("point 1", lines(1), [ctx.tree.title?.text], () => compileAbout(ctx));
  const errors = ctx.unit("point 8", lines(8), [statements3, lines(4), lines(5), lines(7)], () => compileErrors(ctx));
  const business = compileBusiness(ctx); // point 9: constants, functions, tables, calendars
  const examples = compileExamples(ctx, { entities, machines, permissions, calls, screens, constants: business.constants });
  return { about, screens, entities, machines, rules, permissions, calls, errors, ...business, examples };
}

const noEvents: readonly never[] = [];
