/** Point 6: the roles, what each includes, and what it was called before. */
import { fold } from "@nonet/feel";
import type { Role } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { keepOneHint, swapHint } from "../entities/former-names.ts";
import { roleOf } from "../resolve/roles.ts";
import { isRight } from "../syntax/roles/grant-lines.ts";
import { isGroup, matrixRoles, roleNamed } from "../syntax/roles/matrix-roles.ts";
import { linesOf } from "../syntax/roles/condition-lines.ts";
import { includedNames, type RoleLine, roleLines, saysOnlyWhatIsIncluded } from "../syntax/roles/roles.ts";
import { list } from "../text/english.ts";
import { pluralOf } from "../text/plural.ts";
import { slice } from "../text/split.ts";
import { reportBelonging } from "./belonging.ts";
import { reportSaidOtherwise } from "./unread-sentence.ts";

export function readRoles(ctx: PointCompiler, blocks: readonly Block[]): Role[] {
  const direct = new Map<string, { name: string; includes: string[]; text: string; was: TextSpan | null; source: Span }>();
  for (const { block, roleLine: read } of roleLines(blocks)) {
    if (!read) {
      if (block.kind === "bullet" && isRight(block.words)) {
        reportWithoutWho(ctx, block.words);
        continue;
      }
      if (block.kind === "bullet" && reportSaidOtherwise(ctx, block.words, "unreadable-right")) continue;
      ctx.report("unreadable-line", "words" in block ? block.words.span : block.span, "This line doesn't name a role.", {
        hint: "words" in block && /\bnever\b/i.test(block.words.text) ? "Write `Never: a ROLE reads an ENTITY: field, except own`." : "Write `- **Role** — who they are`.",
      });
      continue;
    }
    ctx.markEnforced(read.span);
    reportInherited(ctx, read);
    reportBelonging(ctx, read);
    if (isGroup(read.name.text))
      ctx.report("reserved-name", read.name.span, `"${read.name.text}" is a built-in group, so it can't be the name of a role.`, { hint: "Give the role another name." });
    else if (direct.has(fold(read.name.text)) && saysOnlyWhatIsIncluded(read)) direct.get(fold(read.name.text))!.includes.push(...includedIn(ctx, read));
    else if (direct.has(fold(read.name.text)) && block.kind === "bullet" && linesOf(block).some((line) => line.kind === "grant")) continue;
    else if (direct.has(fold(read.name.text))) ctx.report("doubled-name", read.name.span, `The role "${read.name.text}" is already defined.`);
    else direct.set(fold(read.name.text), { name: read.name.text, includes: includedIn(ctx, read), text: read.text.text, was: read.was, source: read.span });
  }
  for (const { text, span } of matrixRoles(ctx.tree)) direct.set(fold(text), { name: text, includes: [], text: "", was: null, source: span });
  const claimed = new Map<string, string>();
  for (const { name, was } of direct.values()) {
    if (!was || fold(was.text) === fold(name)) continue;
    const other = claimed.get(fold(was.text));
    const there = direct.get(fold(was.text));
    if (there)
      ctx.report("doubled-name", was.span, `The role "${was.text}" still exists, so ${name} can't be its new name.`, {
        hint: there.was && fold(there.was.text) === fold(name) ? swapHint(there.name, name, "was") : "`was` renames a role. Remove the previous role.",
      });
    else if (other !== undefined)
      ctx.report("doubled-name", was.span, `"${was.text}" is already renamed to ${other}, so it can't be renamed to ${name} too.`, { hint: keepOneHint });
    else claimed.set(fold(was.text), name);
  }
  checkIncludes(ctx, direct);
  return [...direct.values()].map(({ name, text, was, source }) => ({ name, includes: closure(name, direct), text, ...(was ? { was: was.text } : {}), source }));
}

/** `- read Loans`: a right of nobody. */
function reportWithoutWho(ctx: PointCompiler, { text, span }: TextSpan): void {
  const right = text.replace(/^(?:may|can)\s+/i, "");
  const people = [...ctx.declared.roles.values()].map(({ name }) => pluralOf(name));
  ctx.report("unreadable-right", span, "This line doesn't say who may do this.", {
    hint: `Name the role, as in \`- ${people[0] ?? "Clerks"} may ${right}\`.`,
    fixes: people.slice(0, 3).map((who) => ({ title: `Write "${who} may ${right}"`, edits: [{ span, text: `${who} may ${right}` }] })),
  });
}

const inherited =
  /^(?:everything|all(?: rights)?|whatever|anything)\s+(?:that\s+|what\s+|of\s+)?(?:(?:an?|the|any)\s+)?([\p{L}][\p{L}\d -]*?)(?:\s+(?:may|can|does|do|has|have)(?:\s+do)?)?\s*(?=$|[,.;]|\s(?:and|plus)\s)/iu;

/** `- Head: everything an Operator may do, and …`, which only `includes` says. */
function reportInherited(ctx: PointCompiler, { name, text, includes }: RoleLine): void {
  const found = includes ? null : inherited.exec(text.text);
  const role = found && (roleNamed(ctx.declared.roles, found[1]!) ?? roleNamed(ctx.declared.roles, found[1]!.replace(/s$/, "")));
  if (!found || !role || fold(role.name) === fold(name.text)) return;
  const form = `includes ${role.name}`;
  ctx.report("unreadable-right", slice(text, 0, found[0].length).span, `This says that ${name.text} may do what a role ${role.name} may, but in no form that is read.`, {
    hint: `Write \`${form}\`, and what else ${name.text} may do in the table of rights or in bullets of its own.`,
    fixes: [{ title: `Write "${form}"`, edits: [{ span: slice(text, 0, found[0].length).span, text: form }] }],
  });
}

/** Each cycle is reported once, at the first of its roles. */
function checkIncludes(ctx: PointCompiler, direct: ReadonlyMap<string, { name: string; includes: string[]; source: Span }>): void {
  const reported = new Set<string>();
  for (const { name, includes, source } of direct.values()) {
    const others = [...new Set(includes)].flatMap((next) => closure(next, direct)).filter((next, at, all) => all.indexOf(next) === at && closure(next, direct).includes(name));
    if (others.length === 0 || reported.has(name)) continue;
    for (const other of others) reported.add(other);
    const rest = others.filter((other) => other !== name);
    ctx.report("role-circle", source, rest.length === 0 ? `${name} includes itself.` : `${list([name, ...rest])} include each other, so each may do what the others may.`, {
      hint: rest.length === 0 ? "Remove `includes`." : "Remove one `includes`, or merge the roles.",
    });
  }
}

const includedIn = (ctx: PointCompiler, roleLine: RoleLine): string[] => includedNames(roleLine).flatMap((words) => roleOf(ctx, words) ?? []);

function closure(name: string, direct: ReadonlyMap<string, { name: string; includes: string[] }>): string[] {
  const out = [name];
  for (const each of out) for (const next of direct.get(fold(each))?.includes ?? []) if (!out.includes(next)) out.push(next);
  return out;
}
