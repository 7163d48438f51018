/** Point 7: who gets a mail: people by their role, plain addresses, and expressions, in any mixture. */
import { type Expression, fold } from "@nonet/feel";
import { receiverForms, type SlotTests } from "@nonet/forms";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import { placeholder } from "../../context/placeholder.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { text as textOf } from "../../expressions/build.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { bare, cut, isNotShown, slice, split } from "../../text/split.ts";
import { addressesOf, describedReceivers, ownAddress } from "./described-receivers.ts";
import { insteadOf, type Receiver, reportAlternatives } from "./alternative-receivers.ts";

export function readReceivers(ctx: PointCompiler, words: TextSpan, use: Use): readonly Expression[] {
  if (isNotShown(words)) return [ctx.expression(words, use)];
  const lead = isCode(words) ? null : /^to\s+(?=(?:every|each|all)\s)/i.exec(words.text);
  const whole = code(lead ? slice(words, lead[0].length) : words);
  const inside = /^\[.*\]$/s.test(whole.text) ? slice(whole, 1, whole.text.length - 1) : whole;
  const parts = split(inside, ",;").flatMap(conjoined);
  const blind = parts.findIndex((part) => /^(?:(?:and|with)\s+)?bcc(?::\s*|\s+)(?=\S)/i.test(part.text));
  // Each receiver gets a mail of their own and sees no other, which is what a blind copy is.
  if (blind > 0) parts[blind] = slice(parts[blind]!, /^(?:(?:and|with)\s+)?bcc(?::\s*|\s+)/i.exec(parts[blind]!.text)![0].length);
  const copied = parts.map((part) => /^(?:(?:(?:and|with)\s+)?b?cc|(?:with\s+)?(?:a\s+)?copy to)(?::\s*|\s+)(?=\S)/i.exec(part.text)?.[0] ?? "");
  const copy = copied.findIndex((lead) => lead !== "");
  if (copy >= 0) {
    ctx.report("not-an-address", parts[copy]!.span, `A mail has no copies: each receiver gets a mail of their own, and sees no other receiver.`, {
      fixes: [
        { title: "List them as receivers", edits: parts.flatMap(({ span }, i) => (copied[i] === "" ? [] : [{ span: { ...span, to: span.from + copied[i]!.length }, text: "" }])) },
      ],
    });
    return [placeholder(words.span)];
  }
  const instead = isCode(words) ? null : insteadOf(words, use.self === undefined ? undefined : ctx.drafts.get(fold(use.self)), (one) => alternative(ctx, one, use));
  if (instead !== null) return [checked(ctx, ctx.expression({ text: instead, span: words.span }, use))];
  if (!isCode(words) && reportAlternatives(ctx, words, parts, (one) => alternative(ctx, one, use))) return [placeholder(words.span)];
  const isPlain = parts.length === 1 || parts.some((part) => isAddress(code(part).text) || startsAsGroup(part) || groupOf(ctx, part) !== null) || parts.every(isNamePath);
  return isPlain ? joinedRoles(parts).map((part) => receiver(ctx, part, use)) : [checked(ctx, ctx.expression(words, use))];
}

/** A receiver as an expression; null for anything else, such as a condition. A name of the record comes first. */
function alternative(ctx: PointCompiler, words: TextSpan, use: Use): Receiver | null {
  const value = startsAsGroup(words) ? null : ctx.tryExpression(words, use);
  const group = value ? null : groupOf(ctx, words);
  if (group && !/\sor\s/i.test(group.path?.text ?? "")) return { expression: group.path ? null : `User[active and (${holdsRole(group)})]`, of: "User", isList: true };
  const { text } = code(words);
  if (isAddress(text)) return { expression: JSON.stringify(text.replace(/^"(.*)"$/, "$1")), of: "string", isList: false };
  const one = value?.type.kind === "list" ? value.type.of : value?.type;
  return one === undefined || one.kind === "boolean" ? null : { expression: text, of: one.kind === "record" ? one.name : one.kind, isList: value?.type.kind === "list" };
}

/** `every Accountant, Finance director`: a role after a role belongs to the same words. */
function joinedRoles(parts: readonly TextSpan[]): TextSpan[] {
  const joined: TextSpan[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const rolesOnly = last && /\b(?:role|roles|every|each|all)\b/i.test(last.text) && !/\b(?:role|roles|every|each|all|everyone|everybody|people)\b/i.test(part.text);
    if (rolesOnly && /^\p{Lu}/u.test(part.text))
      joined[joined.length - 1] = { text: `${last.text.padEnd(part.span.from - last.span.from, ",")}${part.text}`, span: { ...last.span, to: part.span.to } };
    else joined.push(part);
  }
  return joined;
}

function receiver(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const { text, span } = code(bare(words));
  if (isAddress(text)) return textOf(text.replace(/^"(.*)"$/, "$1"), code(words).span);
  if (/^[^\s"'()[\]{}]+@[^\s"'()[\]{}]*$/.test(text)) {
    ctx.report("not-an-address", span, `"${text}" is not an email address.`, { hint: "Write a domain after the `@`, as in `chief@example.org`." });
    return placeholder(words.span);
  }
  const group = groupOf(ctx, words);
  // `Managers`: a name of the record comes first.
  if (group && (startsAsGroup(words) || ctx.tryExpression(words, use) === null)) return { ...people(ctx, group, words, use), span: words.span };
  if (startsAsGroup(words)) return records(ctx, words, use) ?? eachOf(ctx, words, use) ?? reportRole(ctx, words);
  const isSentence = use.self !== undefined && !isCode(words) && isNamePath(words) && words.text.split(/\s+/).length > 3;
  if (isSentence && ctx.tryExpression(words, use) === null && asPath(ctx, words, use) === null) return reportSentence(ctx, words, use);
  return checked(ctx, ownReceiver(ctx, words, use));
}

/** `all active Members`. */
function records(ctx: PointCompiler, words: TextSpan, use: Use): Expression | null {
  const found = describedReceivers(ctx, words, (text) => roleNamed(ctx, text));
  if (found === null) return null;
  if (found === "reported") return placeholder(words.span);
  return "role" in found ? { ...people(ctx, { roles: [found.role] }, words, use), span: words.span } : checked(ctx, ctx.expression({ text: found.text, span: words.span }, use));
}

/** `every person of farm.people` as `farm.people`, ``each `email` of Member where `paid` `` as `Member[paid].email`; null for anything else. */
function eachOf(ctx: PointCompiler, words: TextSpan, use: Use): Expression | null {
  const [, noun = "", list = "", condition] = /^(?:every|each|all)\s+(\S+)\s+of\s+(.+?)(?:\s+where\s+(.+))?$/is.exec(words.text) ?? [];
  const [field, of, filter] = [noun, list, condition ?? ""].map((one) => one.replace(/[`]/g, ""));
  const isPerson = /^(?:person|people|users?)$/i.test(field!);
  const text = `${of}${condition === undefined ? "" : `[${filter}]`}${isPerson ? "" : `.${field}`}`;
  const value = list === "" ? null : ctx.tryExpression({ text, span: words.span }, use);
  const type = value?.type.kind === "list" ? value.type.of : value?.type;
  if (type?.kind !== "string" && !(isPerson && type?.kind === "record" && type.name === "User")) return null;
  return ctx.expression({ text, span: words.span }, use);
}

/** `the owner of the bike` as `bike.owner`; null for anything else. */
function asPath(ctx: PointCompiler, words: TextSpan, use: Use): TextSpan | null {
  const steps = words.text.split(/\s+of\s+/i).map((one) => one.replace(/^(?:the|its|an?)\s+/i, ""));
  if (isCode(words) || steps.length < 2 || steps.length > 4 || !isNamePath(words) || ctx.tryExpression(words, use) !== null) return null;
  const path = { text: steps.toReversed().join("."), span: words.span };
  return ctx.tryExpression(path, use) === null ? null : path;
}

/** `the member`: the record's own address, where it has one. */
function ownReceiver(ctx: PointCompiler, written: TextSpan, use: Use): Expression {
  const words = asPath(ctx, written, use) ?? written;
  const value = isNamePath(words) ? ctx.tryExpression(words, use) : null;
  const type = value?.type.kind === "list" ? value.type.of : value?.type;
  const address = type?.kind === "record" && type.name !== "User" ? ownAddress(ctx, type.name) : null;
  return ctx.expression(address === null ? words : { text: `${code(words).text}.${address}`, span: words.span }, use);
}

/** `the contacts of both clubs`: words that are no path over the record. */
function reportSentence(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const draft = ctx.drafts.get(fold(use.self ?? ""));
  const isPerson = (name: string): boolean => {
    const type = draft?.fields.get(fold(name))?.type;
    return (type?.kind === "formatted" && type.format === "email") || (type !== undefined && "entity" in type && type.entity === "User");
  };
  const own = [...(draft?.fields.values() ?? [])].map(({ name }) => name).filter(isPerson);
  ctx.report("not-an-address", words.span, `"${words.text}" isn't a receiver.`, {
    hint: `Name ${own.length > 0 ? `a field with a person or an address (${own.join(", ")}), ` : ""}a path that leads to one, such as \`order.customer.email\`, or people by their role: \`every ROLE\`. Separate several by commas.`,
  });
  return placeholder(words.span);
}

const startsAsGroup = (words: TextSpan): boolean =>
  !isCode(words) && /^(?:every|each|all|everyone|everybody|any(?:one|body)?)\s/i.test(words.text) && !/\bsatisfies\b/i.test(words.text);

interface Group {
  readonly roles: readonly string[];
  readonly path?: TextSpan;
}

function groupOf(ctx: PointCompiler, words: TextSpan): Group | null {
  if (isCode(words)) return null;
  const line = tryForm(receiverForms, words, testsFor(ctx));
  return line?.name === "role" ? { roles: rolesOf(ctx, line.slots["roles"]!.text)!, ...(line.slots["path"] ? { path: line.slots["path"] } : {}) } : null;
}

const testsFor = (ctx: PointCompiler): SlotTests => ({
  roles: (text) => rolesOf(ctx, text) !== null,
  address: isAddress,
  path: (text) => /^[\p{L}`"*][\p{L}\d\s.`"*'’_-]*$/u.test(text),
});

/** `Accountant, Finance director`, in the singular or plural; null if one is no role. */
function rolesOf(ctx: PointCompiler, text: string): readonly string[] | null {
  const found = text.split(/\s*(?:,+\s*(?:and|or)\s|,+|;|\/|\band\b|\bor\b)\s*/i).map((one) => roleNamed(ctx, one));
  return found.every((one) => one !== undefined) ? found : null;
}

function roleNamed(ctx: PointCompiler, text: string): string | undefined {
  const name = fold(text.replace(/[*"`]/g, "").replace(/^(?:an?|the)\s+/i, ""));
  const roles = [...ctx.declared.roles.values()];
  const found = roles.find((role) => fold(role.name) === name) ?? roles.find((role) => pluralsOf(fold(role.name)).includes(name));
  return found?.name;
}

const pluralsOf = (name: string): readonly string[] => [`${name}s`, `${name}es`, name.replace(/y$/, "ies"), name.replace(/man$/, "men")];

const holdsRole = ({ roles }: Group): string => roles.map((role) => `item has role "${role}"`).join(" or ");

/** The active people with one of the roles, also by a role that includes it; with a path, those whose own field names the same. */
function people(ctx: PointCompiler, group: Group, words: TextSpan, use: Use): Expression {
  const tie = group.path ? tieOf(ctx, group.path, use) : "";
  if (tie === null) return placeholder(words.span);
  return ctx.expression({ text: `User[active and (${holdsRole(group)})${tie}]`, span: words.span }, use);
}

/** ` and depot = this.depot`: the field of User that refers to what the path names, or that has its name and type. */
function tieOf(ctx: PointCompiler, path: TextSpan, use: Use): string | null {
  const value = ctx.expression(path, use);
  if (value.kind === "hole") return null;
  const user = ctx.drafts.get("user");
  const last = fold(bare(path).text.split(".").at(-1)!);
  const fields = [...(user?.fields.values() ?? [])].filter((field) => !field.machine);
  const refersTo = (name: string) => fields.filter((field) => "entity" in field.type && field.type.entity === name);
  const type = value.type;
  const named = fields.find((field) => fold(field.name) === last);
  const [only, ...others] = type.kind === "record" ? refersTo(type.name) : named ? [named] : [];
  const tied = named ?? (others.length === 0 ? only : undefined);
  const written = `this.${bare(path).text.replace(/^this\./i, "")}`;
  if (tied) return tied.type.kind === "references" || tied.type.kind === "inverse" ? ` and list contains(item.${tied.name}, ${written})` : ` and item.${tied.name} = ${written}`;
  reportNoTie(ctx, path, type.kind === "record" ? type.name : null, user);
  return null;
}

function reportNoTie(ctx: PointCompiler, path: TextSpan, entity: string | null, user: EntityDraft | undefined): void {
  const type = entity ?? "the same type";
  ctx.report("unknown-field", path.span, `Nothing says which people belong to "${path.text}": User has no field of ${type}.`, {
    hint: user?.section
      ? `Add the field \`- ${bare(path).text}: ${entity ?? "…"}\` to User in point 3.`
      : `Add a section \`### User\` with the field \`- ${bare(path).text}: ${entity ?? "…"}\` to point 3.`,
  });
}

function reportRole(ctx: PointCompiler, words: TextSpan): Expression {
  const role = words.text
    .replace(/^(?:everyone|everybody|every|each|all|any(?:one|body)?)\s+(?:(?:with|in|who has)\s+(?:the\s+)?roles?\s+)?/i, "")
    .replace(/\s+(?:of|at|in)\s.*$/i, "");
  const names = [...ctx.declared.roles.values()].map((one) => one.name);
  ctx.report(
    "unknown-role",
    slice(words, words.text.indexOf(role), words.text.indexOf(role) + role.length).span,
    `Point 6 has no role "${role}".${didYouMean(role, names)}`,
    fixOf(words, role, names),
  );
  return placeholder(words.span);
}

function fixOf(words: TextSpan, role: string, names: readonly string[]) {
  const near = /Did you mean "(.+)"\?/.exec(didYouMean(role, names))?.[1];
  const at = slice(words, words.text.indexOf(role), words.text.indexOf(role) + role.length).span;
  return near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: at, text: near }] }] };
}

function checked(ctx: PointCompiler, to: Expression): Expression {
  const one = to.type.kind === "list" ? to.type.of : to.type;
  if (to.kind !== "hole" && one.kind !== "string" && one.kind !== "any" && !(one.kind === "record" && one.name === "User"))
    ctx.report("not-an-address", to.span, "This is not an email address.", {
      hint: "Use an email field, a User, people by their role (`every ROLE`), or a list of these.",
      fixes:
        one.kind === "record"
          ? addressesOf(ctx, one.name).map((field) => ({ title: `Write its ${field}`, edits: [{ span: { ...to.span, from: to.span.to }, text: `.${field}` }] }))
          : [],
    });
  return to;
}

/** `payer email`, `foster home.carer`. */
const isNamePath = (words: TextSpan): boolean => /^[`\p{L}][\p{L}\p{N}\s._'’`-]*$/u.test(words.text) && !/^`?(?:if|for|some|every)\s/i.test(words.text);

/** An email address; no FEEL expression contains an `@`. */
const isAddress = (text: string): boolean => /^[^\s@`"'()[\]{},;]+@[^\s@`"'()[\]{},;]+\.\p{L}{2,}$/u.test(text.replace(/^"(.*)"$/, "$1"));

/** An address is never a condition, so `and` separates two addresses. */
function conjoined(words: TextSpan): TextSpan[] {
  const rest = words.text.replace(/^and\s+/i, "");
  if (rest !== words.text) return conjoined(slice(words, words.text.length - rest.length));
  const parted = /^[`\p{L}\p{N}@\s._'’-]+$/u.test(words.text) && !/^`?(?:if|for|some)\s/i.test(words.text) ? cut(words, /\s+and\s+/i) : null;
  return parted ? [parted.before, ...conjoined(parted.after)] : [words];
}
