/** Point 3: an entity's attributes: Shown as, Unique, Sort, Locked while, Deleting, Was, History, Comments. */
import { type Expression, fold } from "@nonet/feel";
import { deletingForms } from "@nonet/forms";
import type { Condition, Entity, Field, SortKey } from "@nonet/model";
import { type Bullet, codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Use } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { fieldName } from "../resolve/names.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { conditionOrStates } from "./condition-or-states.ts";
import { readErasing } from "./erasing.ts";
import { withUses } from "./used-by.ts";
import { reportDeletingRoles } from "./deleting-by-roles.ts";
import { keptRecords } from "./types/meant-attributes.ts";
import { entityAttribute, isEntityAttribute } from "../syntax/entities/entity-attributes.ts";
import { bare, cut, isNotShown, split } from "../text/split.ts";
import { rolesAlone } from "../resolve/roles-alone.ts";
import { uniqueNames } from "../resolve/unique-names.ts";
import { nameList } from "../text/name-list.ts";
import { readComments, readHistory, readWhenDeleted } from "./history-and-deletion.ts";
import { nameBehind } from "./shown-as.ts";
import { templateIn, textTemplate } from "./text-template.ts";

export interface Attributes {
  shownAs: Expression | null;
  unique: { fields: string[]; source: Span }[];
  sort: SortKey[];
  lockedWhile: Condition | null;
  deleting: Entity["deleting"];
  erasing: Entity["erasing"][number][];
  was: string | null;
  history: boolean;
  comments: Span | null;
  readonly whenDeleted: Map<string, Field["whenDeleted"]>;
}

/** Attributes that an entity can have only once. */
const onlyOnce: ReadonlySet<string> = new Set(["shown as", "sort", "locked while", "deleting", "was", "history", "comments", "plural"]);
/** Whether a bullet sets the same as `label`: the bullet itself, or another one of an attribute that is allowed only once. */
const setsSame = ({ label, value }: Bullet, settled: TextSpan, key: string): boolean =>
  label === settled ||
  (label !== null &&
    value !== null &&
    isEntityAttribute(label.text, value.text) &&
    (onlyOnce.has(key) ? entityAttribute(label.text) === key : key === "when deleted" && fold(label.text) === fold(settled.text)));

/** Plurals and initial records are read elsewhere, and events after machines and calls. */
export function readAttribute(ctx: PointCompiler, draft: EntityDraft, attributes: Attributes, bullet: Bullet, label: TextSpan, value: TextSpan): void {
  const key = entityAttribute(label.text)!;
  const use = { what: `${label.text} of ${draft.name}`, self: draft.name };
  if (draft.section?.blocks.find((block): block is Bullet => block.kind === "bullet" && setsSame(block, label, key)) !== bullet) {
    ctx.report("doubled-attribute", label.span, `${label.text} of ${draft.name} is already set above.`);
    return;
  }
  if (isNotShown(value)) {
    ctx.notShown(use.what, value.span);
    return;
  }
  if (key === "shown as") attributes.shownAs = readShownAs(ctx, draft, value, use);
  else if (key === "unique")
    for (const group of split(value, ";")) {
      // Together with a condition it is a rule: see rules/unique-among.ts.
      if (cut(group, /\s+among\s+/i)) continue;
      const names = uniqueNames(draft, group).map((w) => fieldName(ctx, draft, w));
      const fields = names.filter((name) => name !== null);
      // With fewer fields it would forbid more.
      if (fields.length === names.length) attributes.unique.push({ fields, source: group.span });
    }
  else if (key === "sort") attributes.sort = readSort(ctx, draft, value);
  else if (key === "locked while") attributes.lockedWhile = { expression: conditionOrStates(ctx, draft, value, use.what), source: value.span };
  else if (key === "deleting") attributes.deleting = readDeleting(ctx, draft, value, use.what);
  else if (key === "erasing") attributes.erasing.push(...readErasing(ctx, draft, value, use));
  else if (key === "was") attributes.was = bare(value).text;
  else if (key === "history") attributes.history = readHistory(ctx, value);
  else if (key === "comments") attributes.comments = readComments(ctx, value) ? value.span : null;
  else if (key === "when deleted") readWhenDeleted(ctx, draft, label, value, attributes.whenDeleted);
  else if (key === "initial records")
    ctx.report("unreadable-value", value.span, `"${value.text}" isn't a table of records.`, { hint: `Write \`${label.text}:\` and a table below it.` });
}

function readShownAs(ctx: PointCompiler, draft: EntityDraft, value: TextSpan, use: Use): Expression {
  const names = isCode(value) ? [] : nameList(value, (name) => draft.fields.has(fold(name)));
  if (names.length > 1 && names.every(({ text }) => draft.fields.has(fold(text)))) {
    const form = names.map(({ text }) => `{${text}}`).join(" ");
    ctx.report("unreadable-value", value.span, `"${value.text}" doesn't say what stands between the values.`, {
      hint: `Write a text with the fields in braces, for example \`${form}\`.`,
      fixes: [form, names.map(({ text }) => `{${text}}`).join(", ")].map((text) => ({ title: `Write ${text}`, edits: [{ span: value.span, text }] })),
    });
    return placeholder(value.span);
  }
  const named = draft.fields.get(fold(code(value).text.replace(/^\{(.*)\}$/, "$1")));
  const behind = named && nameBehind(ctx, named.name, named.type);
  if (behind !== undefined) {
    ctx.report("unreadable-value", value.span, `Expected a text, but "${named!.name}" is a record.`, {
      hint: `Write which of its fields is shown, for example \`${behind}\`.`,
      fixes: [{ title: `Change to \`${behind}\``, edits: [{ span: value.span, text: behind }] }],
    });
    return placeholder(value.span);
  }
  // A text with `{field}` in backticks isn't a context.
  const inner = isCode(value) && /\{[^{}:]*\}/.test(value.text) ? code(value) : value;
  const template = templateIn(inner);
  return template ? textTemplate(ctx, template, use) : ctx.expression(value, { ...use, expect: { kind: "string" } });
}

const descending = /^(?:(?:latest|newest|highest|largest|greatest|last) first|descending|desc|z to a)$/i;
const ascending = /^(?:(?:earliest|oldest|lowest|smallest|first) first|ascending|asc|a to z)$/i;

const ofEveryRecord = ["created at", "updated at", "created by"];

export function readSort(ctx: PointCompiler, draft: EntityDraft, value: TextSpan): SortKey[] {
  const keys: SortKey[] = [];
  const parts = split(value, ",;/");
  for (const part of parts) {
    const last = keys.at(-1);
    if (part !== parts[0] && (descending.test(part.text) || ascending.test(part.text))) {
      if (last) keys[keys.length - 1] = { ...last, descending: descending.test(part.text) };
    } else {
      const direction = /\s+(descending|desc|ascending|asc)$/i.exec(part.text);
      const named = direction ? { ...part, text: part.text.slice(0, direction.index) } : part;
      // What every record has is no field of the document.
      const field = ofEveryRecord.find((name) => fold(name) === fold(bare(named).text) && !draft.fields.has(fold(name))) ?? fieldName(ctx, draft, named);
      if (field !== null) keys.push({ field, descending: direction !== null && /^desc/i.test(direction[1]!) });
    }
  }
  return keys;
}

const deletingBuilders: Record<keyof typeof deletingForms.forms, (condition: Condition | null) => Omit<Entity["deleting"], "source">> = {
  "never allowed while": (notWhile) => ({ ...always, notWhile }),
  "only while": (onlyWhile) => ({ ...always, onlyWhile }),
  never: () => ({ ...always, allowed: "never" }),
  archives: () => ({ ...always, allowed: "archives" }),
  allowed: () => always,
};

const always: Omit<Entity["deleting"], "source"> = { allowed: "always", notWhile: null, onlyWhile: null };

function readDeleting(ctx: PointCompiler, draft: EntityDraft, value: TextSpan, what: string): Entity["deleting"] {
  const line = tryForm(deletingForms, value);
  const roles = line ? null : rolesAlone(ctx, value);
  const schedule = line || roles ? null : keptRecords(ctx, draft, value);
  if (roles) reportDeletingRoles(ctx, draft, value, roles);
  else if (!line)
    ctx.report("unreadable-value", value.span, `"${value.text}" isn't a value of Deleting.${schedule ? " A schedule of point 7 deletes what is too old." : ""}`, {
      hint: "Write `not allowed`, `not allowed while …`, `only while …`, `archives` or `allowed`.",
      fixes: schedule ? [schedule] : [],
    });
  const { condition } = line?.slots ?? {};
  const built = line
    ? deletingBuilders[line.name](condition ? { expression: conditionOrStates(ctx, draft, withUses(ctx, draft, condition), what), source: condition.span } : null)
    : null;
  // An unreadable value forbids nothing: what else the document says of deleting isn't wrong because of it.
  return { ...(built ?? always), source: value.span };
}
