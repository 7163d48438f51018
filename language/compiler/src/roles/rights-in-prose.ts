/** Point 6: rights in sentences that have no effect: those of paragraphs, and of the descriptions of roles beside a matrix. */
import { fold } from "@nonet/feel";
import { neverForms } from "@nonet/forms";
import type { Grant, Permissions } from "@nonet/model";
import { type Block, longestBullet, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { bulletEdit, linesAmongProse, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { sentences } from "../syntax/roles/condition-lines.ts";
import { type GrantLine, isRefusalSentence, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { saidOtherwise } from "../syntax/roles/said-otherwise.ts";
import { pluralOf } from "../text/plural.ts";
import { deedOf } from "./cells/deeds.ts";
import { isMeantAsRight } from "./described-rights.ts";
import { onlyIn, withoutOnly } from "./only.ts";
import { readJoined, readRightsInWords } from "./rights-in-words.ts";
import { isRole, readSentence, type SentenceScope } from "./rights-sentence.ts";
import { rightsNames } from "./unread-sentence.ts";

/** Reports what the description of a role says that the matrix doesn't grant. Beside a matrix, a description grants nothing. */
export function reportUngranted(ctx: PointCompiler, scope: SentenceScope, lines: readonly GrantLine[], permissions: Granted): void {
  for (const line of lines) {
    const { words, who } = line;
    const isRead = isReadAsRight(ctx, scope, line);
    const meant = isRead ? ctx.silently(() => readJoined(ctx, scope, words, who)) : null;
    if (!isRead && isMeantAsRight(ctx, scope, words)) readRightsInWords(ctx, scope, line);
    if (!meant || meant.every((grant) => isGranted(permissions, grant))) continue;
    const role = permissions.roles.find(({ source }) => source.file === words.span.file && source.from <= words.span.from && words.span.to <= source.to);
    const right = `${who ? `${who.text} may ` : ""}${words.text.replace(/^(?:may|can)\s+/i, "").replace(/^all\s+(?:rights\s+)?(?:on|to|with|for|over)\s/i, "do everything with ")}`;
    ctx.report("unreadable-right", words.span, "The matrix doesn't grant this, and the description of a role grants nothing.", {
      hint: `Grant it in the matrix, or in a bullet of its own: \`- ${right}\`.`,
      fixes: role ? [{ title: `Add "${right}"`, edits: [{ span: { ...role.source, from: role.source.to }, text: `\n- ${right}` }] }] : [],
    });
  }
}

/** Whether the line grants something; a line that can't be read is reported where it is read. */
const isReadAsRight = (ctx: PointCompiler, scope: SentenceScope, { words, who, isRefusal }: GrantLine): boolean =>
  !isRefusal && ctx.silently(() => (readJoined(ctx, scope, words, who) ?? []).length > 0);

type Granted = Pick<Permissions, "roles" | "grants">;
type Given = Granted & Pick<Permissions, "never">;

/** Whether the role has the right, for all records or for some. */
function isGranted({ roles, grants }: Granted, { role, entity, verb }: Grant): boolean {
  const held = heldBy(roles, role);
  return grants.some((one) => one.entity === entity && held.has(one.role) && isSame(one.verb, verb));
}

/** Reports sentences of paragraphs that say what somebody may do where nothing grants it, or may not do where nothing forbids it. */
export function reportRightsInProse(ctx: PointCompiler, scope: SentenceScope, blocks: readonly Block[], permissions: Given): void {
  for (const block of blocks) {
    const unread = linesAmongProse(block).flatMap((line): readonly UnreadLine[] => {
      if (line.text.length > longestBullet) return [];
      const all = sentences(line);
      for (const words of all) {
        const what = withoutEffect(ctx, scope, words, permissions);
        if (what !== null) return [{ words: all.length === 1 ? line : words, what, ...(all.length === 1 ? { edits: [bulletEdit(line)] } : {}) }];
        const [way, another] = saidOtherwise(words.text, rightsNames(ctx));
        const meant =
          way === undefined || another !== undefined ? null : withoutEffect(ctx, scope, { ...words, text: way.replace(/^Never: /, "") }, permissions, way.startsWith("Never: "));
        if (meant === null) continue;
        return [
          {
            words: all.length === 1 ? line : words,
            what: meant,
            hint: `Write \`- ${way!}\`.`,
            ...(all.length === 1 ? { edits: [replaceIn(line, 0, line.text.length, `- ${way!}`)] } : {}),
          },
        ];
      }
      return [];
    });
    reportUnread(ctx, block, unread);
  }
}

/** What the sentence looks like; null if it says nothing of rights, or nothing that isn't so. `isNever`: the words behind `Never:`. */
function withoutEffect(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, permissions: Given, isNever = false): string | null {
  const sentence = rightsSentence(words);
  if (!sentence && !isNever) return null;
  if (sentence && !isNever && !isRefusalSentence(sentence)) {
    const meant = ctx.silently(() => readJoined(ctx, scope, withoutOnly(words), null));
    if (!meant) return isRole(ctx, sentence.who.text) && isMeantAsRight(ctx, scope, words) ? "a right" : null;
    // None: a part of it is in no form that is read.
    if (meant.length === 0 || !meant.every((grant) => isGranted(permissions, grant))) return "a right";
    return onlyIn(words) && meant.some((grant) => isGrantedWhole(permissions, grant)) ? "the limit of a right" : null;
  }
  const forbidden = ctx.silently(() => readSentence(ctx, scope, neverForms, words));
  if (forbidden) return forbidden.length === 0 || forbidden.some((one) => isPossible(ctx, permissions, one, words)) ? "a `Never:` line" : null;
  if (!sentence) return null;
  const verb = /^(?:(?:may|can|must|do|does|is|are|not|never|cannot|can['’]t|mustn['’]t|don['’]t|doesn['’]t|allowed|to|ever)\s+)+(\p{L}+)/iu.exec(sentence.rest.text)?.[1];
  const actions = scope.machines.flatMap((machine) => machine.actions.map(({ name }) => name.split(" ")[0]!));
  return verb !== undefined && deedOf(verb, actions).length > 0 && isRole(ctx, sentence.who.text) ? "a `Never:` line" : null;
}

/** Whether the role has the right for all records, of which the grant names some. */
const isGrantedWhole = ({ grants, roles }: Granted, { role, entity, verb, where }: Grant): boolean =>
  where !== null && grants.some((one) => one.entity === entity && one.where === null && one.fields === null && isSame(one.verb, verb) && heldBy(roles, role).has(one.role));

/** Whether somebody may do what the sentence forbids. Which records two conditions have in common isn't known. */
function isPossible(ctx: PointCompiler, { roles, grants, never }: Given, one: Grant, { text }: TextSpan): boolean {
  if (never.some((other) => other.entity === one.entity && other.role === one.role && isSame(other.verb, one.verb))) return false;
  const isAnyone = one.role === "anyone" || one.role === "everyone";
  const isByOthers = isAnyone && /^(?:anyone|anybody|everyone|everybody|nobody|no one)\s+(?:but|except|other than|apart from)\s/i.test(text);
  const isNamed = (role: string): boolean => isByOthers && [role, pluralOf(role)].some((name) => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${fold(name)} `));
  const isSaidThere = (ctx.drafts.get(fold(one.entity))?.section?.blocks ?? []).some(
    (block) => block.kind === "bullet" && ((one.verb === "delete" && /^delet/i.test(block.words.text)) || (one.verb === "update" && /^locked\b/i.test(block.words.text))),
  );
  return (
    !(isAnyone && isSaidThere) &&
    grants.some(
      (grant) =>
        grant.entity === one.entity &&
        isSame(grant.verb, one.verb) &&
        (isAnyone ? !isNamed(grant.role) : heldBy(roles, one.role).has(grant.role)) &&
        (grant.fields === null || one.fields === null || one.fields.some((field) => grant.fields!.includes(field))) &&
        (grant.where === null || one.where === null || isByOthers),
    )
  );
}

const heldBy = (roles: Granted["roles"], role: string): ReadonlySet<string> => new Set([...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"]);

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);
