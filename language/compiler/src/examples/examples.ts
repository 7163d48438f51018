/** Point 11: every `Example: TITLE` of the document with its compiled steps. */
import { fold } from "@nonet/feel";
import type { Call, Entity, Example, Machine, Permissions, Step } from "@nonet/model";
import type { Block, TextSpan, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { literal } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text as textOf } from "../expressions/build.ts";
import { after, bare } from "../text/split.ts";
import { learn, mistake, startStory, type Story } from "./example-scope.ts";
import { made, readThing } from "./record-phrases.ts";
import { readThen } from "./then-steps.ts";
import { type Cursor, cursorOf, ended, isWord, takeWord, wordsOf } from "./tokens.ts";
import { readActor, readWhen } from "./when-steps.ts";

type ExampleBlock = Extract<Block, { kind: "example" }>;
type Mode = "given" | "when" | "then";

export interface Whole {
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly permissions: Permissions;
  readonly calls: readonly Call[];
}

/** Examples with a step that isn't understood are left out; the diagnostic of the step says why. */
export function compileExamples(ctx: PointCompiler, whole: Whole): Example[] {
  const titles = new Map<string, Span>();
  return examplesOf(ctx.tree).flatMap((block) => {
    ctx.markEnforced(block.span);
    const before = titles.get(fold(block.title.text));
    if (before) ctx.report("doubled-name", block.title.span, `There is already an example "${block.title.text}".`);
    titles.set(fold(block.title.text), block.title.span);
    const steps = compileSteps(ctx, whole, block);
    return steps && !before ? [{ title: block.title.text, steps, source: block.span }] : [];
  });
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
    },
    block.title.text,
  );
  if (block.title.text === "") ctx.report("missing-title", block.span, "The example has no title. Write `Example: what it shows`.");
  if (block.steps.length === 0)
    return (
      ctx.report("unreadable-step", block.title.span, "The example has no steps.", { hint: "Write its steps below it as bullets: `- Given …`, `- When …`, `- Then …`." }), null
    );
  const steps: Step[] = [];
  let mode: Mode | null = null;
  let good = block.title.text !== "";
  for (const words of block.steps) {
    story.failed = false;
    const read = readStep(story, words, mode);
    mode = read.mode;
    if (!read.steps || story.failed) good = false;
    else steps.push(...read.steps);
  }
  return good ? orderly(story, block, steps) : null;
}

/** An expected error must follow an action. */
function orderly(story: Story, block: ExampleBlock, steps: readonly Step[]): Step[] | null {
  story.failed = false;
  for (const [i, step] of steps.entries()) {
    const before = steps[i - 1];
    if (step.kind === "refused" && !(before && ["create", "change", "delete", "act", "refused"].includes(before.kind)))
      mistake(story, "unreadable-step", step.source, `${step.code} must directly follow a \`When\` in which somebody does something.`);
  }
  if (!steps.some((s) => ["refused", "is", "holds", "sees", "sent", "create", "change", "delete", "act"].includes(s.kind)))
    mistake(story, "unreadable-step", block.title.span, "The example checks nothing: it has neither a Then nor a When in which somebody does something.");
  return story.failed ? null : [...steps];
}

const leads: readonly (readonly [RegExp, Mode])[] = [
  [/given\s+/i, "given"],
  [/when\s+/i, "when"],
  [/then\s+/i, "then"],
];

function readStep(story: Story, words: TextSpan, before: Mode | null): { readonly mode: Mode | null; readonly steps: readonly Step[] | null } {
  const goesOn = after(words, /(?:and|but)\s+/i);
  let rest = goesOn ?? words;
  let mode = goesOn ? before : null;
  for (const [lead, named] of leads) {
    const found = after(rest, lead);
    if (found) [rest, mode] = [found, named];
  }
  const clock = after(rest, /it\s+is\s+(?:now\s+)?(?=\d|`)/i);
  if (clock && mode !== "then") return { mode: mode ?? before ?? "given", steps: readClock(story, words, clock) };
  if (mode === null) {
    mistake(story, "unreadable-step", words.span, `A step can't begin with "${words.text.split(/\s+/)[0]}".`, "Steps begin with It is, Given, When, Then, And or But.");
    return { mode: before, steps: null };
  }
  const c = { ...cursorOf(rest), words: rest } satisfies Cursor;
  const steps = mode === "given" ? one(readGiven(story, c)) : mode === "when" ? one(readWhen(story, c)) : readThen(story, c);
  if (steps && !ended(c)) mistake(story, "unreadable-step", wordsOf(c, c.at, c.tokens.length).span, `"${wordsOf(c, c.at, c.tokens.length).text}" is not understood here.`);
  return { mode, steps: steps && steps.map((s) => ({ ...s, source: words.span })) };
}

const one = (step: Step | null): Step[] | null => step && [step];

/** `It is 2026-03-01 09:00`: in the product's zone. */
function readClock(story: Story, whole: TextSpan, words: TextSpan): Step[] | null {
  const text = bare({ ...words, text: words.text.replace(/\.$/, "") });
  const at = literal(text);
  if (at && (at.type.kind === "date" || at.type.kind === "date and time")) return [{ kind: "clock", at, source: whole.span }];
  return mistake(story, "unreadable-step", words.span, `"${words.text}" is not a date and time.`, "Write `It is 2026-03-01 09:00`.");
}

/** `Given an Item "Beamer" with …`, `Given a Clerk "Cleo"`. */
function readGiven(story: Story, c: Cursor): Step | null {
  const start = c.at;
  const role = readActor(story, c);
  if (role?.role && role.role !== "Owner" && (ended(c) || !story.entities.some((e) => fold(e.name) === fold(role.role!)))) {
    const span = c.words.span;
    const name = role.name ?? role.role;
    learn(story, "User", name);
    const values = [
      { field: "name", value: { kind: "expression", expression: textOf(name, span) } as const },
      {
        field: "roles",
        value: {
          kind: "expression",
          expression: { kind: "list", items: [textOf(role.role, span)], type: { kind: "list", of: { kind: "string" } }, nullable: false, span },
        } as const,
      },
    ];
    if (takeWord(c, /with/))
      return mistake(
        story,
        "unreadable-step",
        wordsOf(c, c.at - 1, c.tokens.length).span,
        "A person given by their role can't have further values here.",
        `Write \`Given a User "${name}" with …\`.`,
      );
    return { kind: "given", entity: "User", title: name, values, parts: [], state: null, source: span };
  }
  c.at = start;
  if (isWord(c, /no/)) return mistake(story, "unreadable-step", c.words.span, "Each example starts without records. Remove this step.");
  const thing = readThing(story, c);
  if (!thing) return null;
  const { title, values } = made(story, c, thing);
  return { kind: "given", entity: thing.entity, title, values, parts: thing.parts, state: thing.state, source: c.words.span };
}
