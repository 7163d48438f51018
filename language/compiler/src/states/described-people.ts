/** Point 4: people whom Who describes by what they have to do with the record: `Trainer who holds it`, `Approver who did not check it`, `Contact of the same company`. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { references, sameFields } from "../resolve/same-fields.ts";
import { pronoun } from "../text/own-words.ts";
import { isRole } from "../resolve/roles.ts";
import { article } from "../text/english.ts";
import { slice } from "../text/split.ts";

export interface DescribedPeople {
  readonly role: TextSpan;
  /** Null if it can't be read, which is reported. */
  readonly where: Expression | null;
}

/** `did not measure it`: everybody but the person in the field. */
const not = String.raw`(?:do|does|did|has|have|had)(?:\s+not|n['’]t)|(?:has|have)\s+never|never`;

const described = new RegExp(
  String.raw`^(.+?)\s+(?:(?:who|that)\s+((?:${not})\s+)?(\p{L}+)\s+(?:it|them|this)|(?:of|from|in|at)\s+(?:the\s+same|${pronoun}(?:\s+own)?)\s+(.+))$`,
  "isu",
);

/** The role and the condition that the words describe; null for other words. */
export function describedPeople(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): DescribedPeople | null {
  const found = described.exec(words.text);
  if (!found || !isRole(ctx, found[1]!)) return null;
  const role = slice(words, 0, found[1]!.length);
  const [, , negated, verb, fields] = found;
  const is = negated === undefined ? "=" : "!=";
  const conditions = verb === undefined ? sameFields(ctx, draft, fields!) : peopleFields(draft, role.text, verb).map((field) => `${field} ${is} me`);
  const [one, more] = conditions;
  if (one !== undefined && more === undefined) {
    const where = ctx.expression({ text: one, span: words.span }, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } });
    return { role, where };
  }
  const ways = conditions.length > 0 ? conditions : verb === undefined ? [] : references(draft, "User").map((field) => `${field} ${is} me`);
  ctx.report("unknown-role", words.span, `"${words.text}" doesn't say which field of ${article(draft.name)} connects them.`, {
    hint: `Write the condition, as in \`${role.text} where ${ways[0] ?? `FIELD ${is} me`}\`.`,
    fixes: ways.slice(0, 4).map((way) => ({ title: `Write "${role.text} where ${way}"`, edits: [{ span: words.span, text: `${role.text} where ${way}` }] })),
  });
  return { role, where: null };
}

/** The field that holds whoever does this: `held by` for `holds`, or the one that is called like the role. */
function peopleFields(draft: EntityDraft, role: string, verb: string): readonly string[] {
  const done = participleOf(verb);
  const people = references(draft, "User");
  const byVerb = people.filter((field) => done.includes(fold(field)));
  return byVerb.length > 0 ? byVerb : isCharge.test(verb) ? people.filter((field) => fold(field) === fold(role.replace(/^(?:an?|the|any|every)\s+/i, ""))) : [];
}

/** Verbs that say no more than that somebody is in charge. */
const isCharge = /^(?:(?:hold|run|lead|give|own|manage|handle|supervise)s?|teach(?:es)?|ha(?:s|ve))$/i;

function participleOf(verb: string): readonly string[] {
  const stem = fold(verb)
    .replace(/(?<=[^aeiou])ies$/, "y")
    .replace(/(?<=(?:s|x|z|ch|sh))es$|s$/, "");
  return [irregular[stem] ?? [`${stem}ed`, `${stem}d`, stem, `${stem}${stem.at(-1)}ed`, `${stem.replace(/y$/, "i")}ed`]].flat().map((done) => `${done} by`);
}

const irregular: Readonly<Record<string, string>> = { give: "given", hold: "held", lead: "led", make: "made", run: "run", take: "taken", teach: "taught", write: "written" };
