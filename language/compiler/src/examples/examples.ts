/** Point 11: every `Example: TITLE` of the document with its compiled steps. */
import { fold } from "@nonet/feel";
import type { Call, Entity, Example, Machine, Permissions, Screen, Step } from "@nonet/model";
import type { Block, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { followsMistake, learn, mistake, startStory, type Story } from "./scope/example-scope.ts";
import { namesAt, scanOf } from "./phrases/scan.ts";
import { entityNames } from "./phrases/read-record.ts";
import { rolesOf } from "./phrases/role-names.ts";
import { attempts } from "./clauses/refusal-or-state.ts";
import { type Mode, readStep } from "./read-step.ts";

type ExampleBlock = Extract<Block, { kind: "example" }>;

export interface Whole {
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly permissions: Permissions;
  readonly calls: readonly Call[];
  readonly screens: readonly Screen[];
  readonly constants: readonly { readonly name: string }[];
}

/** Examples with a step that isn't understood are left out; the diagnostic of the step says why. */
export function compileExamples(ctx: PointCompiler, whole: Whole): Example[] {
  const titles = new Map<string, Span>();
  const blocks = examplesOf(ctx.tree);
  const depends = blocks.length === 0 ? [] : [dependencies(ctx, whole)];
  const stepsOf = ctx.each("example", blocks, { of: (block) => block, depends: () => depends }, (block) => compileSteps(ctx, whole, block));
  return blocks.flatMap((block, i) => {
    ctx.markEnforced(block.span);
    const before = titles.get(fold(block.title.text));
    if (before) ctx.report("doubled-name", block.title.span, `There is already an example "${block.title.text}".`);
    titles.set(fold(block.title.text), block.title.span);
    const steps = stepsOf[i]!;
    return steps && !before ? [{ title: block.title.text, steps, source: block.span }] : [];
  });
}

/** The same object as long as an example reads the same of the product. The prose and the events of an entity aren't read. */
function dependencies(ctx: PointCompiler, { entities, machines, permissions, calls, screens, constants }: Whole): object {
  return ctx.identityOf("what examples read", () => [
    ...entities.flatMap(({ name, plural, fields, initialRecords, partOf, shownAs, source }) => [name, plural, fields, initialRecords, partOf, shownAs, source]),
    machines,
    permissions,
    calls,
    screens,
    ...constants.map(({ name }) => name),
    ...[...ctx.declared.codes.values()].map(({ name }) => name),
    ...[...ctx.declared.roles.values()].map(({ name }) => name),
  ]);
}

function examplesOf(tree: Tree): ExampleBlock[] {
  const found: ExampleBlock[] = [];
  const lookIn = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === "example") found.push(block);
      else if (block.kind === "bullet" && block.children.length > 0) lookIn(block.children);
    }
  };
  lookIn(tree.opening);
  for (const point of tree.points) for (const { blocks } of [point, ...point.sections]) lookIn(blocks);
  return found;
}

function compileSteps(ctx: PointCompiler, whole: Whole, block: ExampleBlock): Step[] | null {
  const story = startStory(
    ctx,
    {
      entities: whole.entities,
      machines: whole.machines,
      calls: whole.calls,
      codes: [...ctx.declared.codes.values()].map((c) => c.name),
      // If point 6 is not shown, the audiences of point 1 are the roles.
      roles: [...ctx.declared.roles.values()].map((r) => r.name),
      grants: whole.permissions.grants,
      screens: whole.screens.map((screen) => screen.name),
      constants: whole.constants.map(({ name }) => name),
      includes: (role) => whole.permissions.roles.find((one) => one.name === role)?.includes ?? [role],
    },
    block.title.text,
  );
  if (block.title.text === "") ctx.report("missing-title", block.span, "The example has no title. Write `Example: what it shows`.");
  if (block.steps.length === 0)
    return (
      ctx.report("unreadable-step", block.title.span, "The example has no steps.", { hint: "Write its steps below it as bullets: `- Given …`, `- When …`, `- Then …`." }), null
    );
  learnNames(story, block);
  const steps: Step[] = [];
  let mode: Mode | null = null;
  let good = block.title.text !== "";
  for (const words of block.steps) {
    story.failed = false;
    story.step = words.text;
    const read = readStep(story, words, mode);
    mode = read.mode;
    const isRead = read.steps !== null && !story.failed;
    story.isSubjectLost = isRead ? followsMistake(story) : story.isSubjectLost || mode !== "then";
    if (!isRead) good = false;
    else steps.push(...(read.steps ?? []));
    story.lastStep = steps.at(-1) ?? null;
  }
  return good ? orderly(story, block, steps) : null;
}

/** Names that stand after an entity or a role anywhere in the example are known to all of its steps. */
function learnNames(story: Story, block: ExampleBlock): void {
  for (const words of block.steps) {
    const s = scanOf(story, words);
    const names = entityNames(story);
    for (let at = 0; at < s.tokens.length; at++) {
      for (const { value: entity, length } of namesAt(s, at, names).slice(0, 1))
        if (entity.partOf === null && s.tokens[at + length]?.kind === "quoted") learn(story, entity.name, s.tokens[at + length]!.text);
      for (const { length } of namesAt(s, at, rolesOf(story)).slice(0, 1)) if (s.tokens[at + length]?.kind === "quoted") learn(story, "User", s.tokens[at + length]!.text);
    }
  }
}

/** An expected error must follow an action. */
function orderly(story: Story, block: ExampleBlock, steps: readonly Step[]): Step[] | null {
  story.failed = false;
  for (const [i, step] of steps.entries()) {
    const before = steps[i - 1];
    if ((step.kind === "refused" || step.kind === "accepted") && !(before && attempts.has(before.kind)))
      mistake(
        story,
        "unreadable-step",
        step.source,
        `${step.kind === "accepted" ? "What is accepted" : (step.code ?? "A refusal")} must directly follow a \`When\` in which somebody does something.`,
      );
  }
  if (steps.every((s) => silentSteps.has(s.kind)))
    mistake(story, "unreadable-step", block.title.span, "The example checks nothing: it has neither a Then nor a When in which somebody does something.");
  return story.failed ? null : [...steps];
}

/** Steps that check nothing. */
const silentSteps = new Set<Step["kind"]>(["clock", "given", "pass", "answer"]);
