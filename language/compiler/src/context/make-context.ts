/** Makes the context that every point's compiler works in, and keeps what they find: diagnostics, open things, uses. */
import { checkTemplate, checkTests, describe, type Expression, fits, fold, type Type, type Typed, type UnaryTest, unitSuggestion } from "@nonet/feel";
import { calendarType, type Template } from "@nonet/model";
import { codeOf as code, isCode, type ReadTree, type TextSpan } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";
import { declareBusiness } from "../declare/callables.ts";
import type { Declared } from "../declare/declared.ts";
import type { EntityDrafts } from "../declare/drafts.ts";
import { catalogue } from "../diagnostics/catalogue.ts";
import { checkWithRoles } from "../expressions/expand-roles.ts";
import { recordFields } from "../expressions/field-type.ts";
import { keyOf, type NamedKind, noFindings } from "../incremental/findings.ts";
import { type Memory, noMemory } from "../incremental/memory.ts";
import { type Recorder, remember } from "../incremental/remember.ts";
import { eachUnit } from "../incremental/units.ts";
import { isNotShown } from "../text/split.ts";
import { readsField, walk } from "../trees/walk.ts";
import { tellTightCommas, withWholeNumbers } from "./ambiguous-commas.ts";
import { noteCall } from "./callable-use.ts";
import type { Use } from "./context.ts";
import { givenIn } from "./currency-fields.ts";
import { declaresOf } from "./declared-digest.ts";
import { toldOfAsked } from "./input-hints.ts";
import { literal, placeholder } from "./placeholder.ts";
import type { PointCompiler } from "./point-compiler.ts";
import { allHoldersOf, withRoles } from "./role-holders.ts";
import { markExtents, scopeOf, unmark, type World } from "./scope.ts";

export function makeContext({ tree, layout }: ReadTree, declared: Declared, entities: EntityDrafts, memory: Memory): PointCompiler {
  const { drafts } = entities;
  const byName = new Map([...drafts.values()].map((draft) => [draft.name, draft]));
  const holders = allHoldersOf(tree, declared.roles);
  let neverNull: ReadonlySet<string> = new Set();
  const cache = new Map<string, ReadonlyMap<string, Typed>>();
  let quiet = 0;
  let common: readonly string[] | null = null;
  const business = declareBusiness(tree);
  const recorder: Recorder = { findings: noFindings(), world: { common: [], entities: new Map() }, told: new Map() };
  const world: World = {
    declared,
    business,
    fieldsOf(name) {
      const draft = byName.get(name);
      memory.reads(name);
      if (draft && !cache.has(name))
        cache.set(
          name,
          withRoles(
            name,
            recordFields(draft, (field) => !neverNull.has(`${name}.${field}`)),
            declared.roles,
          ),
        );
      return cache.get(name);
    },
  };
  const keep = (list: readonly Diagnostic[]): void => {
    if (quiet === 0)
      for (const d of list)
        recorder.findings.diagnostics.push({
          ...d,
          message: unmark(d.message, world),
          hint: d.hint === undefined ? undefined : unmark(d.hint, world),
          fixes: d.fixes.map((fix) => ({ title: unmark(fix.title, world), edits: fix.edits.map((edit) => ({ ...edit, text: unmark(edit.text, world) })) })),
        });
  };
  const affects = (on: string, what: string, source: Span | null): void => {
    if (quiet === 0 && on !== what) recorder.findings.affected.push({ on, what, source });
  };
  const uses = (kind: NamedKind, name: string, of?: string): void => void recorder.findings.usedNames.push(keyOf(kind, name, of));
  const gives = (input: string, argument: Expression): void => void recorder.findings.given.push([input, argument]);
  const kindOf = (name: string, type: Type): NamedKind =>
    type.kind === "record" && type.name === calendarType.name ? "calendar" : declared.constants.has(fold(name)) || !declared.entities.has(fold(name)) ? "value" : "entity";
  const columns = new WeakMap<Expression, string>();
  const note = (expression: Expression, use: Use): void => {
    if (quiet === 0) recorder.findings.affected.push({ expression, what: use.what });
    walk(expression, (e) => {
      if (e.kind === "global") uses(kindOf(e.name, e.type), e.name);
      if (e.kind === "hole" && e.open !== null) uses("value", e.open);
      if (e.kind === "path" && e.of.kind === "apply") columns.set(e.of, e.field);
      if (e.kind === "global" && e.type.kind === "days and time duration" && e.type.working && (e !== expression || !use.workingDays))
        context.report("working-days-misplaced", e.span, `"${e.name}" is a number of working days or hours, which only a timer can wait for.`, {
          hint: "Count them with `working days(from, to)`, or ask `next working day(d)`.",
        });
      if (e.kind === "apply") noteCall({ business, uses, gives, report: context.report, affects }, e, use, columns.get(e) ?? null);
    });
  };
  /** By the words of computed fields: what they came to before it was known which of them are never null. */
  const before = new Map<TextSpan, Expression>();
  // A memory notes what is read while it is checked, so there it is checked again.
  const readBefore = (words: TextSpan): Expression | undefined => {
    const expression = memory === noMemory ? before.get(words) : undefined;
    return expression && !readsField(expression, neverNull) ? expression : undefined;
  };
  const hole = (what: string, span: Span): Expression => {
    if (quiet === 0) recorder.findings.opens.push([what, span]);
    return placeholder(span, what);
  };

  const context: PointCompiler = {
    tree,
    declared,
    drafts,
    layout,
    get findings() {
      return recorder.findings;
    },
    affects,
    uses,
    hole,
    business,
    typeNames: entities.names,
    report(code_, span, message, more = {}) {
      if (quiet === 0)
        recorder.findings.diagnostics.push({ code: code_, severity: more.severity ?? catalogue[code_].severity, span, message, hint: more.hint, fixes: more.fixes ?? [] });
    },
    expression(words, use) {
      if (isNotShown(words)) return hole(use.what, words.span);
      const text = code(words);
      const value = isCode(words) && !plainValue(text.text) ? null : literal(text, use.expect);
      if (value && (!use.expect || fits(value.type, use.expect))) return value;
      if (value && use.expect) keep([mismatch(value, use.expect)]);
      if (value) return placeholder(value.span);
      const known = use.twice && quiet === 0 ? readBefore(words) : undefined;
      if (known) {
        tellTightCommas(context, text, true);
        note(known, use);
        return known;
      }
      const checked = checkWithRoles(markExtents(text.text, world, use), where(text), scopeOf(world, use), holders, {
        ...(use.expect ? { expect: use.expect } : {}),
        ...givenIn(use, use.old ? byName.get(use.self ?? "") : undefined),
      });
      if (use.twice && quiet > 0 && checked.diagnostics.length === 0) before.set(words, checked.expression);
      if (!tellTightCommas(context, text, true))
        keep(use.asked?.length === 0 ? toldOfAsked(checked.diagnostics, use.what.startsWith("rule "), (span) => layout.text(span)) : checked.diagnostics);
      note(checked.expression, use);
      return checked.expression;
    },
    template(words, use): Template {
      if (isNotShown(words)) return [hole(use.what, words.span)];
      const text = code(words);
      const checked = checkTemplate(markExtents(text.text, world, use), where(text), scopeOf(world, use));
      keep(checked.diagnostics);
      for (const piece of checked.template) if (typeof piece !== "string") note(piece, use);
      return checked.template.map((piece) => (typeof piece === "string" ? unmark(piece, world) : piece));
    },
    tests(words, input, use): readonly UnaryTest[] {
      const written = code(words);
      const text = { ...written, text: withWholeNumbers(written.text) };
      const checked = checkTests(markExtents(text.text, world, use), where(text), scopeOf(world, use), input);
      if (tellTightCommas(context, text)) return [{ kind: "member", of: placeholder(written.span) }];
      keep(checked.diagnostics);
      return checked.tests;
    },
    tries(words, use) {
      const text = code(words);
      const checked = checkWithRoles(markExtents(text.text, world, use), where(text), scopeOf(world, use), holders);
      return checked.diagnostics.length === 0 ? checked.expression : null;
    },
    agree(value, expected) {
      if (!fits(value.type, expected)) return keep([mismatch(value, expected)]);
      if (expected.kind !== "string" || !expected.choices || value.kind !== "literal" || typeof value.value !== "string" || expected.choices.includes(value.value)) return;
      context.report("unknown-choice", value.span, `"${value.value}" is none of ${expected.choices.join(", ")}.`);
    },
    noteTests(tests, use) {
      const span = { file: 0, from: 0, to: 0 };
      note({ kind: "in", value: { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span }, tests, type: { kind: "boolean" }, nullable: true, span }, use);
    },
    enforced(span) {
      if (quiet === 0) recorder.findings.enforced.push(span);
    },
    usesCode(name, span) {
      recorder.findings.usedCodes.push([fold(name), span]);
      return declared.codes.get(fold(name))?.name ?? name;
    },
    unit: (what, of, depends, make) => remember(memory, recorder, quiet > 0 ? `${what}, quietly` : what, of, depends, make),
    each: (what, list, kept, make) => eachUnit(memory, recorder, quiet > 0 ? `${what}, quietly` : what, list, kept, make),
    same: memory.same,
    sameList: memory.sameList,
    alike: memory.alike,
    remembers: memory !== noMemory,
    tells: (name, value) => void recorder.told.set(name, value),
    asks<T>(name: string): T | undefined {
      const told = recorder.told.get(name) as T | undefined;
      memory.asks(name, told);
      return told;
    },
    settle(known) {
      for (const name of known) if (!neverNull.has(name)) cache.delete(name.slice(0, name.indexOf(".")));
      neverNull = known;
      if (memory === noMemory) return;
      recorder.world = memory.world(declaresOf(memory, tree, declared, drafts, business, known, common));
      common = recorder.world.common;
    },
    quietly(work) {
      quiet++;
      try {
        return work();
      } finally {
        quiet--;
      }
    },
  };
  return context;
}

const where = (words: TextSpan): { file: number; from: number } => ({ file: words.span.file, from: words.span.from });

/** In backticks only what FEEL itself can't hold is read as a person's value. */
const plainValue = (text: string): boolean => /^\d[\d.,]*\s*(%|[A-Za-z]+)$/.test(text);

function mismatch(value: Expression, expected: Type): Diagnostic {
  const hint = unitSuggestion(value.type, expected);
  return {
    code: value.type.kind === "number" && expected.kind === "number" ? "unit-mismatch" : "type-mismatch",
    severity: "error",
    span: value.span,
    message: `Expected ${describe(expected)}, but this is ${describe(value.type)}.`,
    ...(hint === undefined ? {} : { hint }),
    fixes: [],
  };
}
