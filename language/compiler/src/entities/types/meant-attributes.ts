/** What people write at a field or an entity that belongs to another point: how long data is kept, and for whom it is. */
import { fold } from "@nonet/feel";
import { type FieldType, stateColours } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import type { PlannedFix } from "../../fixes/planned-fix.ts";
import { roleNamed } from "../../syntax/roles/matrix-roles.ts";

export interface Meant {
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly PlannedFix[];
}

interface NamedField {
  readonly name: string;
  readonly type: FieldType;
}

export function meantByAttribute(ctx: PointCompiler, draft: EntityDraft, field: NamedField, words: TextSpan): Meant | null {
  return (
    rounded(draft, field, words) ??
    givenLater(draft, field, words) ??
    emptyUntil(draft, field, words) ??
    kept(ctx, draft, field, words) ??
    limited(ctx, draft, field, words) ??
    linkEnds(field, words) ??
    filledBySystem(draft, field, words) ??
    kindOf(draft, field, words) ??
    coloured(draft, field, words) ??
    beginning(field, words) ??
    counted(field, words)
  );
}

/** `= a / b, rounded to 1 decimal`: the formula says it. */
function rounded(draft: EntityDraft, { name }: NamedField, words: TextSpan): Meant | null {
  const formula = draft.raw.find((one) => fold(one.name) === fold(name))?.raw?.computed;
  const found =
    /^round(?:ed)?(?:\s+(?:(up|down)|off))?\s+to\s+(?:(\d|one|two|three)\s+(?:decimals?|places?|digits?)(?:\s+places?)?|(?:the\s+nearest\s+)?(?:whole|full)\s*(?:numbers?|units?)?|(?:the\s+nearest\s+)?integers?)$/i.exec(
      words.text,
    );
  if (!formula || !found) return null;
  const digits = ({ one: "1", two: "2", three: "3" } as Readonly<Record<string, string>>)[found[2]?.toLowerCase() ?? ""] ?? found[2] ?? "0";
  const way = found[1]?.toLowerCase();
  const inner = Number(formula.text.startsWith("`"));
  const [from, to] = [formula.span.from + inner, formula.span.to - inner];
  const around = (title: string, opening: string): PlannedFix => ({
    title,
    edits: [
      { span: { ...formula.span, from, to: from }, text: opening },
      { span: { ...words.span, from: to, to: words.span.to }, text: `, ${digits})${inner === 1 ? "`" : ""}` },
    ],
  });
  const message = `"${words.text}" isn't a field attribute: the formula rounds its value.`;
  if (way !== undefined) return { message, hint: `Write \`= round ${way}(…, ${digits})\`.`, fixes: [around(`Write \`round ${way}(…, ${digits})\``, `round ${way}(`)] };
  return {
    message,
    hint: `Write \`= round half up(…, ${digits})\`, which rounds a half away from zero, or \`= decimal(…, ${digits})\`, which rounds it to the even digit.`,
    fixes: [around("Round halves away from zero", "round half up("), around("Round halves to the even digit", "decimal(")],
  };
}

/** `starts at 0`: the value of a new record, or the lowest one. */
function beginning({ type }: NamedField, words: TextSpan): Meant | null {
  const value = /^(?:starts|begins)\s+(?:at|with|from)\s+(-?\d[\d.,]*)$/i.exec(words.text)?.[1];
  if (value === undefined || (type.kind !== "integer" && type.kind !== "number" && type.kind !== "money" && type.kind !== "percent")) return null;
  const forms = [`default ${value}`, `at least ${value}`];
  return {
    message: `"${words.text}" can be the value of a new record or the lowest value.`,
    hint: `Write \`${forms.join("` or `")}\`.`,
    fixes: forms.map((text) => ({ title: `Write "${text}"`, edits: [{ span: words.span, text }] })),
  };
}

const takenLater = /^(?:(?:assigned|given|taken|drawn|set)\s+(?:when|once|as soon as)|(?:empty|null)\s+until)\s+(?:it\s+is\s+|it\s+has\s+been\s+)?(\p{L}+)$/iu;

/** `assigned when issued`, for the action Issue of the entity. */
export function takingAction({ actions }: EntityDraft, { text }: TextSpan): string | undefined {
  const done = takenLater.exec(text)?.[1]?.toLowerCase();
  return [...actions.values()].find(({ name }) => done !== undefined && doneBy(name.toLowerCase()).includes(done))?.name;
}

/** The regular participles of a verb: `issued`, `sent off` has none. */
const doneBy = (verb: string): readonly string[] => [`${verb}ed`, `${verb}${verb.slice(-1)}ed`, verb.replace(/e$/, "ed"), verb.replace(/y$/, "ied")];

/** `empty until shipped`: every field is empty until it is set, and a rule can hold it so. */
function emptyUntil({ states, section }: EntityDraft, { name, type }: NamedField, words: TextSpan): Meant | null {
  const found = /^(?:empty|null|blank|not set|unset)\s+(?:until|before)\s+(?:it\s+is\s+)?(.+)$/i.exec(words.text)?.[1];
  if (found === undefined || type.kind === "sequence" || !section) return null;
  const state = states.find((one) => fold(one) === fold(found));
  return {
    message: `"${words.text}" isn't a field attribute: a field is empty until it is set.`,
    hint: `Leave it out. To refuse a value before, write a rule in point 5: \`${name} = null or ${state === undefined ? "CONDITION" : `state = "${state}"`}\`${state === undefined ? "" : ", with the states after it"}.`,
    fixes: [],
  };
}

/** `assigned when issued`: the action that gives the number is named. */
function givenLater({ actions }: EntityDraft, { type }: NamedField, words: TextSpan): Meant | null {
  if (type.kind !== "sequence" || !/^(?:assigned|given|taken|drawn|set|empty|null)\s+(?:when|once|as soon as|until|unless)\b/i.test(words.text)) return null;
  return {
    message: `"${words.text}" doesn't name the action that takes the number.`,
    hint: `Write \`taken on ${[...actions.values()][0]?.name ?? "ACTION"}\`${actions.size > 1 ? `, or another of ${[...actions.values()].map(({ name }) => name).join(", ")}` : actions.size === 0 ? ", with an action of point 4" : ""}. Before it, the field is empty. Without it, a new record has its number at once.`,
    fixes: [],
  };
}

/** `deleted after 6 months`: a schedule forgets the field. */
function kept(ctx: PointCompiler, draft: EntityDraft, { name }: NamedField, words: TextSpan): Meant | null {
  const found = /^(?:is\s+)?(?:deleted|erased|removed|forgotten|emptied|anonymi[sz]ed|kept|stored|retained)\s+(?:after|for|until)?\s*(.+)$/i.exec(words.text);
  const past = found ? pastOf(ctx, draft, found[1]!) : null;
  if (past === null) return null;
  return {
    message: `"${words.text}" isn't a field attribute: a schedule of point 7 forgets what is too old.`,
    hint: "Write a schedule with `for each … where …` and `Does: forget FIELD`.",
    fixes: [
      {
        title: `Add a schedule that forgets ${name}`,
        removes: "item",
        edits: [],
        adds: [scheduleOf(draft, `Forget old ${name} of ${draft.plural}`, `${name} != null and ${past}`, `forget ${name}`)],
      },
    ],
  };
}

/** `after 6 months`, `6 months after to`, `6 months` of an entity: a schedule deletes the records. */
export function keptRecords(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): PlannedFix | null {
  const past = pastOf(ctx, draft, words.text.replace(/^after\s+/i, ""));
  if (past === null) return null;
  return { title: "Add a schedule that deletes old records", removes: "line", edits: [], adds: [scheduleOf(draft, `Delete old ${draft.plural}`, past, "delete this")] };
}

/** `6 months after to`: `today() >= date(to) + 6 months`; from the record's creation if no moment is named. */
export function pastOf(ctx: PointCompiler, draft: EntityDraft, written: string): string | null {
  const found = /^`?(\d+\s+(?:minutes?|hours?|days?|weeks?|months?|years?))(?:\s+(?:after|past|from|since)\s+(?:the\s+|its\s+)?(.+?))?`?\.?$/i.exec(
    written.replaceAll("`", "").trim(),
  );
  if (!found) return null;
  const moment = code({ text: found[2] ?? "created at", span: draft.section?.span ?? { file: 0, from: 0, to: 0 } }).text.replace(
    /^(?:creation|being created|it was created)$/i,
    "created at",
  );
  const value = ctx.tryExpression({ text: moment, span: { file: 0, from: 0, to: 0 } }, { what: "a moment", self: draft.name });
  if (!value || (value.type.kind !== "date" && value.type.kind !== "date and time")) return null;
  return `${moment} + ${found[1]!} <= ${value.type.kind === "date" ? "today()" : "now()"}`;
}

export const scheduleOf = (draft: EntityDraft, name: string, where: string, does: string): NonNullable<PlannedFix["adds"]>[number] => ({
  kind: "section",
  point: 7,
  text: `### ${name}\n\n- Every: day at 03:00, for each ${draft.name} where \`${where}\`\n- Does: ${does}`,
});

/** `only for Staff`: a row of the matrix. */
function limited(ctx: PointCompiler, draft: EntityDraft, { name }: NamedField, words: TextSpan): Meant | null {
  const found =
    /^(?:(?:only|just)\s+)?(?:(?:visible|shown|readable|seen)\s+)?(?:only\s+)?(?:for|to|by)\s+(?:only\s+)?(.+?)(?:\s+only)?$/i.exec(words.text) ??
    /^only\s+(.+?)\s+(?:may|can)\s+(?:see|read)(?:\s+(?:it|this))?$/i.exec(words.text) ??
    /^(.+?)\s+only$/i.exec(words.text);
  const roles = found?.[1]!.split(/\s*(?:,|\/|\band\b)\s*/).map((role) => roleNamed(ctx.declared.roles, role.replace(/^(?:the|an?)\s+/i, ""))?.name);
  if (!roles || roles.length === 0 || roles.includes(undefined)) return null;
  const cells = Object.fromEntries((roles as string[]).map((role) => [role, "read, update"]));
  return {
    message: `"${words.text}" isn't a field attribute: point 6 says who may read a field.`,
    hint: `Write a row \`${draft.name}: ${name}\` in the matrix of point 6.`,
    fixes: [{ title: `Add the row \`${draft.name}: ${name}\` to point 6`, removes: "item", edits: [], adds: [{ kind: "right", subject: `${draft.name}: ${name}`, cells }] }],
  };
}

/** `for 7 days` of a secret link. */
function linkEnds({ type }: NamedField, words: TextSpan): Meant | null {
  const found = /^(?:valid\s+|open\s+)?(?:for|expires after|expires in|ends after|valid)\s+(\d+\s+(?:minutes?|hours?|days?|weeks?|months?|years?))$/i.exec(words.text);
  if (!found || type.kind !== "secret link") return null;
  const until = `until \`created at + ${found[1]!}\``;
  return {
    message: `"${words.text}" doesn't say from when the time counts.`,
    hint: `Write ${until.replaceAll("`", "")}, for example.`,
    fixes: [{ title: `Write "${until.replaceAll("`", "")}"`, edits: [{ span: words.span, text: until }] }],
  };
}

const automatic =
  /^(?:(?:is\s+)?(?:set|filled(?:\s+in)?|given|added|recorded|stamped)\s+)?(?:automatic(?:ally)?|auto|by (?:the )?(?:system|product))(?:\s+(?:set|filled(?:\s+in)?|given))?\b\s*(.*)$/i;

/** `set automatically`, `set when created`, `filled in automatically when confirmed`, `set to whoever creates it`. */
function filledBySystem(draft: EntityDraft, { name, type }: NamedField, words: TextSpan): Meant | null {
  const when = automatic.exec(words.text)?.[1] ?? /^(?:is\s+)?(?:set|filled(?:\s+in)?|recorded)\s+((?:to|when|on|at|once|as soon as)\b.*)$/i.exec(words.text)?.[1];
  if (when === undefined) return null;
  const done = /^(?:when|once|as soon as|on)\s+(?:it\s+is\s+)?(\p{L}+)$/iu.exec(when)?.[1]?.toLowerCase();
  const action = [...draft.actions.values()].find((one) => done !== undefined && [one.name.toLowerCase(), ...doneBy(one.name.toLowerCase())].includes(done))?.name;
  const value = type.kind === "date" ? "today()" : type.kind === "date and time" ? "now()" : type.kind === "reference" && type.entity === "User" ? "me" : null;
  if (action !== undefined)
    return {
      message: `"${words.text}" isn't a field attribute. The effect of an action sets a field, in point 4.`,
      hint: `Write \`read-only\`, and \`set ${name} = ${value ?? "…"}\` in the effects of ${action}.`,
      fixes: [{ title: "Write read-only", edits: [{ span: words.span, text: "read-only" }] }],
    };
  const isCreation =
    /^(?:(?:when|once|as soon as|on|at|upon)\s+(?:it\s+is\s+)?(?:created|creation|saving|saved|submitted|new)|to\s+(?:whoever|the (?:person|user) (?:who|that))\s+(?:creates?|created|enters?|adds?)(?:\s+it)?|to\s+(?:the\s+)?(?:creator|current user|today|now|current (?:date|time))|)$/i.test(
      when,
    );
  if (!isCreation || value === null)
    return {
      message: `"${words.text}" doesn't say by what the field is set.`,
      hint: `Write \`default VALUE, read-only\` for a value at creation, or \`read-only\` and \`set ${name} = …\` in the effects of an action in point 4.`,
      fixes: [],
    };
  const form = `default ${value}, read-only`;
  return {
    message: `"${words.text}" isn't a field attribute: a default fills a field in when the record is created.`,
    hint: `Write \`${form}\`.`,
    fixes: [{ title: `Write "${form}"`, edits: [{ span: words.span, text: form }] }],
  };
}

/** `text, long`, `number, whole`: words that belong to the type. */
function kindOf(draft: EntityDraft, { name, type }: NamedField, words: TextSpan): Meant | null {
  const kind =
    type.kind === "text" && type.form === "plain" && /^(?:long|multi-?line|several lines|free)$/i.test(words.text)
      ? "long text"
      : type.kind === "number" && /^(?:whole|whole numbers?(?: only)?|integers?(?: only)?|no decimals)$/i.test(words.text)
        ? "integer"
        : type.kind === "number" && /^(?:(?:shown\s+)?(?:as|in)\s+)?(?:an?\s+)?(?:percentage|percents?|per cent|%)$/i.test(words.text)
          ? "percent"
          : null;
  const written = draft.raw.find((one) => fold(one.name) === fold(name))?.raw?.type;
  if (kind === null || !written) return null;
  return {
    message: `"${words.text}" isn't a field attribute, but part of the type.`,
    hint: `Write \`${kind}\`.`,
    fixes: [{ title: `Write ${kind}`, removes: "item", edits: [{ span: written.span, text: kind }] }],
  };
}

/** `red when above 0`: lists and boards colour their rows. */
function coloured(draft: EntityDraft, { name }: NamedField, words: TextSpan): Meant | null {
  const found = new RegExp(`^(?:(?:shown|highlighted|coloured|colored)\\s+(?:in\\s+)?)?(${[...stateColours].join("|")}|orange|yellow)\\s+(?:when|if|while)\\s`, "i").exec(
    words.text,
  );
  if (!found) return null;
  return {
    message: `"${words.text}" isn't a field attribute: a list or board of point 2 colours its rows.`,
    hint: `Write \`Highlight: ${/^(?:orange|yellow)$/i.test(found[1]!) ? "amber" : found[1]!.toLowerCase()} when CONDITION\` at a list of ${draft.plural}, with \`${name}\` in the condition.`,
    fixes: [],
  };
}

/** `500 characters`, `2 decimals`. */
function counted({ type }: NamedField, words: TextSpan): Meant | null {
  const characters = type.kind === "text" ? /^(\d{1,6})\s+(?:characters?|chars?|letters?)(?:\s+long)?$/i.exec(words.text)?.[1] : undefined;
  if (characters !== undefined)
    return {
      message: `"${words.text}" doesn't say whether it is the most or the exact length.`,
      hint: `Write \`at most ${characters}\`, or \`between ${characters} and ${characters}\` for the exact length.`,
      fixes: [`at most ${characters}`, `between ${characters} and ${characters}`].map((text) => ({ title: `Write "${text}"`, edits: [{ span: words.span, text }] })),
    };
  if ((type.kind !== "number" && type.kind !== "percent") || !/^(?:with\s+)?(?:\d|one|two|three)\s+(?:decimals?|decimal places?|places)$/i.test(words.text)) return null;
  return {
    message: `"${words.text}" isn't a field attribute: a number keeps the decimals that people type.`,
    hint: "Leave it out. A formula can round: `= round half up(…, 2)`; an amount of `money` has the decimals of its currency.",
    fixes: [],
  };
}
