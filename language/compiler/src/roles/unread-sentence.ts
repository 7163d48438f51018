/** Point 6: reports a sentence about rights that no form fits. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { type Fix, nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { roleOf } from "../resolve/roles.ts";
import { type RightsNames, saidOtherwise } from "../syntax/roles/said-otherwise.ts";
import { list } from "../text/english.ts";
import { nameList } from "../text/name-list.ts";
import { findTop, slice } from "../text/split.ts";
import { type CellPlace, verbs } from "./cells/cell-entries.ts";
import { deedOf } from "./cells/deeds.ts";
import { fieldsOfLast } from "./fields-of-last.ts";
import { draftsIn, fieldOf, isRole, placeFor, type SentenceScope } from "./rights-sentence.ts";

/** The code of the diagnostic, and what to write instead. */
interface Form {
  readonly code: "unreadable-never" | "unreadable-right";
  readonly example: string;
  /** Whom the sentence names; null if an earlier part of the line names them. Left out if the sentence has no `may` that ends it. */
  readonly who?: TextSpan | null;
}

/** Reports the first part of the line that isn't understood: its entity, who, what they do, or a field. */
export function reportUnreadSentence(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, form: Form): [] {
  const report = (message?: string, hint?: string, fixes?: readonly Fix[]): [] => unreadable(ctx, words, form, message, hint, fixes);
  if (reportSaidOtherwise(ctx, words, form.code)) return [];
  const [draft] = draftsIn(ctx, words);
  const verb =
    form.who === null ? /^(?:(?:may|can)\s+)?(\p{L}+)\s/iu.exec(words.text)?.[1] : /^.+?\s+(?:(?:may|can|must|should|not|never|ever)\s+)*(\p{L}+)\s/u.exec(words.text)?.[1];
  if (!draft) {
    const names = entityNames(ctx);
    const written = [...words.text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => /^\p{Lu}/u.test(word) && didYouMean(word, names) !== "");
    if (!written) return report("This line names no entity of point 3");
    const near = nearest(written[0], names)!;
    const at = slice(words, written.index, written.index + written[0].length);
    return report("This line names no entity of point 3", `${didYouMean(written[0], names).trim()} Write \`${form.example}\`.`, [
      { title: `Write ${near}`, edits: [{ span: at.span, text: near }] },
    ]);
  }
  const place = placeFor(scope, draft);
  const at = findTop(words, /\s(?=\p{L})/u) && [...words.text.matchAll(/\s+(\p{L}+)/gu)].find((match) => deedOf(match[1]!, place.actions).length > 0);
  const who = form.who !== undefined ? form.who : at ? slice(words, 0, at.index) : null;
  const unknown = who ? nameList(who, (name) => isRole(ctx, name)).find((name) => !isRole(ctx, name.text)) : undefined;
  if (unknown) return reportUnknownRole(ctx, unknown, report);
  const listed = findTop(words, /:\s*/);
  const end = listed && /\s(?:own|while|where|not|when|except|unless)\b|,\s*except\b/i.exec(words.text.slice(listed.index))?.index;
  const fields = listed ? slice(words, listed.index + listed[0].length, typeof end === "number" ? listed.index + end : undefined) : null;
  const missing = fields ? nameList(fields, (name) => fieldOf(draft, name) !== undefined).filter((name) => fieldOf(draft, name.text) === undefined) : [];
  const entities = draftsIn(ctx, words);
  const several = fields && entities.length > 1 ? fieldsOfLast(ctx, words) : null;
  if (several)
    return report("These fields could be those of the last entity, or of each", `Give the entity with the fields a sentence of its own: \`${several.text}\`.`, [
      { title: "Name the fields of the last entity only", edits: [{ span: words.span, text: several.text }] },
    ]);
  if (fields && entities.length > 1)
    return report(
      "Fields can be named of one entity only",
      `Write a line for each entity whose fields you name, as in \`Clerks may read ${draft.plural}: ${[...draft.fields.values()][0]?.name ?? "name"}\`.`,
    );
  for (const name of missing)
    ctx.report(
      "unknown-field",
      name.span,
      `${draft.name} has no field "${name.text}".${didYouMean(name.text, [...[...draft.fields.values()].map((f) => f.name), ...place.actions])}`,
    );
  if (missing.length > 0) return [];
  if (form.code === "unreadable-right" && /\s(?:and|but)\s+(?:they\s+)?(?:(?:may|can|must)\s+(?:not|never)|cannot|can['’]t)\s/i.test(words.text))
    return report("This line says what somebody may and may not do", "Write what they may not do in a line of its own, as in `Clerks may not delete Loans`.");
  const deed = form.who === undefined ? undefined : unknownDeed(words, form.who, place);
  if (deed) return reportDeed(ctx, deed, place, form);
  return report(
    at || !verb
      ? form.code === "unreadable-never"
        ? "This line doesn't say who may never do what"
        : "This line doesn't say who may do what"
      : `"${verb}" is neither a verb nor an action of ${draft.name}`,
  );
}

/** The names by which sentences can say in a way of their own what may be done. */
export const rightsNames = (ctx: PointCompiler): RightsNames => ({
  entity: (name) => [...ctx.drafts.values()].find((draft) => [draft.name, draft.plural].some((one) => fold(one) === fold(name)))?.plural,
  withField: (name) => [...ctx.drafts.values()].flatMap((draft) => (draft.fields.has(fold(name)) ? [draft.plural] : [])),
});

/** `The fee is hidden from Patients`: reports what to write; false for another line. */
export function reportSaidOtherwise(ctx: PointCompiler, words: TextSpan, code: Form["code"]): boolean {
  const ways = saidOtherwise(words.text, rightsNames(ctx));
  if (ways.length === 0) return false;
  ctx.report(code, words.span, `This line says who may do what, but in no form that is read: "${words.text}".`, {
    hint: `Write ${ways.map((way) => `\`- ${way.replaceAll("\n", "` and `")}\``).join(", or ")}.`,
    fixes: ways.slice(0, 3).map((way) => ({ title: `Write "${way}"`, edits: [{ span: words.span, text: way }] })),
  });
  return true;
}

/** `Clurks`, or `anyone but a Clerk` where it can't stand. */
function reportUnknownRole(ctx: PointCompiler, unknown: TextSpan, report: (message?: string, hint?: string) => []): [] {
  const but = /^(?:anyone|anybody|everyone|everybody|nobody|no one)\s+(?:but|except(?: for)?|other than|apart from)\s+(?:(?:an?|the)\s+)?(?=\S)/i.exec(unknown.text);
  if (but && !isRole(ctx, unknown.text.slice(but[0].length))) return roleOf(ctx, slice(unknown, but[0].length)) === null ? [] : report();
  if (but)
    return report(
      `"${unknown.text}" can stand only in a \`Never:\` line that says what they never do`,
      `Write \`Never: anyone reads an ENTITY, except ${unknown.text.slice(but[0].length)}\`, or name the roles that may do it.`,
    );
  const name = /^(?:an?|any|every|the|no)\s+/i.exec(unknown.text)?.[0].length ?? 0;
  if (/^(?:visitors?|guests?|people|strangers?|the world)$/i.test(unknown.text.slice(name))) {
    ctx.report("unknown-role", unknown.span, `Point 6 has no role "${unknown.text}".`, {
      hint: "Write `anyone` for people whether or not they are signed in, `everyone` for those who are, or add the role to point 6.",
      fixes: ["anyone", "everyone"].map((group) => ({ title: `Write ${group}`, edits: [{ span: unknown.span, text: group }] })),
    });
    return [];
  }
  return roleOf(ctx, slice(unknown, name)) === null ? [] : report();
}

/** The first piece of what may be done that is neither a verb nor an action. */
function unknownDeed(words: TextSpan, who: TextSpan | null, { draft, actions }: CellPlace): TextSpan | undefined {
  const behind = slice(words, who ? words.text.indexOf(who.text) + who.text.length : 0);
  const rest = slice(behind, /^(?:(?:may|can|must|do|does|is|are|not|never|allowed|to|cannot|can['’]t|mustn['’]t|don['’]t|doesn['’]t)\s+)*/i.exec(behind.text)![0].length);
  const ends = [draft.plural, draft.name].map((name) => fold(rest.text).indexOf(fold(name))).filter((at) => at > 0);
  const listed = ends.length === 0 ? rest : slice(rest, 0, Math.min(...ends));
  const deeds = slice(listed, 0, /(?:(?:^|\s+)(?:an?|the|any|all|every|each|of|their|own|its))*$/i.exec(listed.text)!.index);
  const isDeed = (text: string): boolean => deedOf(text, actions).length > 0;
  return deeds.text === "" ? undefined : nameList(deeds, isDeed).find(({ text }) => !isDeed(text));
}

function reportDeed(ctx: PointCompiler, deed: TextSpan, { draft, actions }: CellPlace, { code, example }: Form): [] {
  if (/^(?:export|download|print)s?$/i.test(deed.text)) {
    ctx.report(code, deed.span, `"${deed.text}" isn't a right of its own: everyone who may read ${draft.plural} may export them, with the fields that they may read.`, {
      hint: "Write `read`. Point 2 names the exports of each list.",
      fixes: [{ title: "Write read", edits: [{ span: deed.span, text: "read" }] }],
    });
    return [];
  }
  const first = fold(deed.text.split(" ")[0]!);
  const meant =
    actions.find((action) => fold(action).startsWith(`${fold(deed.text)} `)) ??
    actions.find((action) => fold(action.split(" ")[0]!) === first) ??
    nearest(deed.text, [...actions, ...Object.keys(verbs)]);
  ctx.report(code, deed.span, `"${deed.text}" is neither a verb nor an action of ${draft.name}.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`, {
    hint: `The verbs are create, read, update, delete and history${actions.length === 0 ? "" : `; the actions are ${list(actions)}`}. Write, for example, \`${example}\`.`,
    fixes: meant === undefined ? [] : [{ title: `Write ${meant}`, edits: [{ span: deed.span, text: meant }] }],
  });
  return [];
}

function unreadable(
  ctx: PointCompiler,
  words: TextSpan,
  { code, example }: Form,
  message = "This line isn't understood",
  hint = `Write \`${example}\`.`,
  fixes: readonly Fix[] = [],
): [] {
  ctx.report(code, words.span, `${message}: "${words.text}".`, { hint, fixes });
  return [];
}
