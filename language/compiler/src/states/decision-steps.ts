/** Point 4: one step of a decision: how many of whom must say yes. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { decisionStepForms, type SlotTests } from "@nonet/forms";
import type { Deciders, DecisionStep } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { declaredRole } from "../resolve/roles.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { pluralOf } from "../text/plural.ts";
import { listedNames } from "../text/listed-names.ts";
import { bare, cut, partsAt, slice } from "../text/split.ts";
import type { DecisionScene } from "./decision-scene.ts";

const user: Type = { kind: "record", name: "User" };
const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A number of people, in digits or in words; null for anything else. */
export function countOf(text: string): number | null {
  const word = numbers.indexOf(text.toLowerCase());
  return /^\d+$/.test(text) ? Number(text) : word < 0 ? null : word;
}

export const countTests: SlotTests = { number: (text) => countOf(text) !== null };

/** `1 Supervisor and 1 Safety Manager`: as many people as all of them together, among them so many of each. Null if it is another step. */
function ofEach(scene: DecisionScene, words: TextSpan): DecisionStep | null {
  const parts = isCode(words) ? [] : partsAt(words, /\s+(?:and|plus|together with)\s+(?:also\s+)?/gi);
  const groups = parts.map((part) => {
    const counted = /^(?:at least\s+)?(\S+)\s+(?:of\s+)?(?=\S)/i.exec(part.text);
    const count = counted && (/^an?$/i.test(counted[1]!) ? 1 : countOf(counted[1]!));
    const people = count ? slice(part, counted![0].length) : part;
    return roleNamed(scene, people) === undefined ? null : { count: count ?? 1, isCounted: count !== null, people };
  });
  const [first, ...others] = groups;
  if (others.length === 0 || !first || groups.some((group) => group?.isCounted !== first.isCounted)) return null;
  const including = groups.map((group) => ({ count: group!.count, of: oneOf(scene, group!.people)![0]! }));
  const count = including.reduce((sum, one) => sum + one.count, 0);
  return { need: "any", count, of: including.map(({ of }) => of), when: null, including, quorum: null, abstentions: false, tie: null, source: words.span };
}

export function stepOf(scene: DecisionScene, words: TextSpan): DecisionStep | null {
  const each = ofEach(scene, words);
  if (each && each.count > 0) return each;
  const parted = cut(words, /,?\s+(?:including|among them)\s+(?:at least\s+)?/i);
  const head = parted ? parted.before : words;
  const line = tryForm(decisionStepForms, head, countTests);
  const number = line?.slots["number"];
  const count = number ? countOf(number.text)! : 1;
  if (count < 1) {
    scene.ctx.report("unreadable-decision", head.span, "At least one person must decide.");
    return null;
  }
  const of = decidersOf(scene, line?.slots["people"] ?? head);
  if (of.length === 0) return null;
  // Without a number, a role means any one person who has it, and a list means everyone in it.
  const need = line ? (line.name === "all" || line.name === "majority" ? line.name : "any") : of.every((one) => "list" in one) ? "all" : "any";
  const step: DecisionStep = { need, count, of, when: null, including: [], quorum: null, abstentions: false, tie: null, source: words.span };
  return parted ? withIncluded(scene, step, parted.after) : step;
}

/** `including a Manager`, `including 2 Managers`. */
export function withIncluded(scene: DecisionScene, step: DecisionStep, words: TextSpan): DecisionStep {
  const counted = /^(?:at least\s+)?(\S+)\s+(?:of\s+)?(?=\S)/i.exec(words.text);
  const count = counted ? countOf(counted[1]!) : null;
  const of = decidersOf(scene, count === null ? words : slice(words, counted![0].length));
  return { ...step, including: [...step.including, ...of.map((one) => ({ count: Math.max(1, count ?? 1), of: one }))] };
}

/** `Manager`, `(Manager, Caretaker)`, `panel.members`, an expression that gives Users. */
export function decidersOf(scene: DecisionScene, words: TextSpan): Deciders[] {
  const inner = /^\(.*\)$/s.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
  if (!isCode(inner) && roleNamed(scene, inner) !== undefined) return oneOf(scene, inner) ?? [];
  const items = isCode(words) ? [words] : listedNames(inner);
  if (items.length > 1 && items.every((item) => isRoleOrPath(scene, item))) return items.flatMap((item) => oneOf(scene, item) ?? []);
  return oneOf(scene, inner === words || isRoleOrPath(scene, inner) ? inner : words) ?? [];
}

const isRoleOrPath = (scene: DecisionScene, words: TextSpan): boolean => isCode(words) || roleNamed(scene, words) !== undefined || isPath(scene, words);
const isPath = ({ draft }: DecisionScene, words: TextSpan): boolean => draft.fields.has(fold(bare(withoutOwner(words)).text.split(".")[0]!));

/** `its applicant`, `the applicant`. */
export const withoutOwner = (words: TextSpan): TextSpan => {
  const owner = /^(?:the|its|their|an?)\s+(?=\S)/i.exec(words.text);
  return owner ? slice(words, owner[0].length) : words;
};

/** The role of that name, in the singular or plural. */
function roleNamed({ ctx, what }: DecisionScene, words: TextSpan): string | undefined {
  const name = bare(withoutOwner(words)).text;
  const role = [...ctx.declared.roles.values()].find((one) => fold(one.name) === fold(name) || fold(pluralOf(one.name)) === fold(name));
  return role && declaredRole(ctx, role.name, what, words.span);
}

function oneOf(scene: DecisionScene, words: TextSpan): Deciders[] | null {
  const { ctx, draft, what } = scene;
  const role = isCode(words) ? undefined : (roleNamed(scene, words) ?? declaredRole(ctx, bare(words).text, what, words.span));
  if (role !== undefined) return [{ role }];
  const path = isCode(words) || !isPath(scene, words) ? words : withoutOwner(words);
  if (!isCode(path) && !isPath(scene, path) && /^[\p{L}\p{N} _-]+$/u.test(path.text)) {
    const known = [...[...ctx.declared.roles.values()].map((r) => r.name), ...[...draft.fields.values()].map((f) => f.name)];
    ctx.report("unknown-role", path.span, `Point 6 has no role "${path.text}", and ${draft.name} has no field with that name.${didYouMean(path.text, known)}`, {
      hint: "Name a role or a field, or write an expression in backticks that gives Users.",
    });
    return null;
  }
  const list = peopleList(scene, path, `"${words.text}" doesn't give Users, so nobody could decide.`);
  return list && [{ list }];
}

/** The expression as a list of Users. */
export function peopleList({ ctx, draft, what }: DecisionScene, words: TextSpan, message: string): Expression | null {
  const list = ctx.expression(words, { what, self: draft.name });
  if (list.kind === "hole") return placeholder(words.span, list.open);
  if (list.type.kind === "record" && list.type.name === "User")
    return { kind: "list", items: [list], type: { kind: "list", of: user }, nullable: false, span: list.span } satisfies Expression;
  if (list.type.kind === "list" && list.type.of.kind === "record" && list.type.of.name === "User") return list;
  ctx.report("not-a-person", words.span, message);
  return null;
}
