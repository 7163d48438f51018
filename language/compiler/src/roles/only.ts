/** Point 6: `Only the Owner may change the price of a Product`, which refuses it to nobody who is granted it elsewhere. */
import { fold } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { GrantLine } from "../syntax/roles/grant-lines.ts";
import { article, list } from "../text/english.ts";
import { pluralOf } from "../text/plural.ts";
import { slice } from "../text/split.ts";
import { readJoined } from "./rights-in-words.ts";
import type { SentenceScope } from "./rights-sentence.ts";

/** The `only` of `Only Clerks may …`, `Clerks may only …` and `Clerks may read only …`. */
export const onlyIn = ({ text }: TextSpan): RegExpExecArray | null => /(?<=^|\s(?:may|can)\s|\s(?:may|can)\s\p{L}+\s)only\s+(?=\p{L})/iu.exec(text);

/** The words without `only`, which says that nothing else is granted. */
export function withoutOnly(words: TextSpan): TextSpan {
  const only = onlyIn(words);
  if (!only) return words;
  const text = words.text.slice(0, only.index) + " ".repeat(only[0].length) + words.text.slice(only.index + only[0].length);
  return only.index === 0 ? slice({ ...words, text }, only[0].length) : { ...words, text: text.replace(/ {2,}/g, " ") };
}

type Given = Pick<Permissions, "roles" | "grants" | "never">;

/** Reports a sentence with `only`: what it means, if others are granted the right too, and that it isn't needed otherwise. */
export function reportOnly(ctx: PointCompiler, scope: SentenceScope, blocks: readonly Block[], { words, who }: GrantLine, permissions: Given): void {
  const only = onlyIn(words)!;
  const meant = (only.index === 0 ? ctx.silently(() => readJoined(ctx, scope, withoutOnly(words), who)) : null) ?? [];
  const others = othersWith(meant, permissions);
  if (others.length === 0 || meant.some((one) => permissions.never.some((never) => never.entity === one.entity && isSame(never.verb, one.verb)))) {
    const from = words.span.from + only.index;
    const span = { ...words.span, from, to: from + only[0].length };
    ctx.report("unreadable-right", words.span, "`only` isn't needed here: whatever isn't granted is refused.", {
      hint: "Remove `only`, and grant the right to nobody else. To refuse it to all others, whatever they are granted, write a line such as `Never: anyone but a Manager updates an Order: budget`.",
      fixes: [{ title: "Remove only", edits: [{ span, text: "" }] }],
    });
    return;
  }
  const lines = meant.some(({ where }) => where !== null) ? [] : neverLines(meant, permissions);
  ctx.report("unreadable-right", words.span, `\`only\` doesn't take this right from ${list(others)}, who ${others.length === 1 ? "is" : "are"} granted it too.`, {
    hint: `${lines.length === 0 ? "Refuse it to all others with a line such as `Never: anyone but a Manager updates an Order: budget`" : `Write ${list(lines.map((line) => `\`- ${line}\``))}`}, or grant it to nobody else.`,
    fixes: lines.length === 0 ? [] : instead(blocks, words, lines),
  });
}

/** The roles that are granted one of the rights, and don't include a role that the sentence names. */
function othersWith(meant: readonly Grant[], { roles, grants }: Given): readonly string[] {
  const named = new Set(meant.map(({ role }) => role));
  const isNamed = (role: string): boolean => (roles.find(({ name }) => name === role)?.includes ?? [role]).some((one) => named.has(one));
  const found = grants.filter(
    (grant) =>
      !isNamed(grant.role) &&
      meant.some(
        ({ entity, verb, fields }) =>
          entity === grant.entity && isSame(verb, grant.verb) && (fields === null || grant.fields === null || fields.some((field) => grant.fields!.includes(field))),
      ),
  );
  return [...new Set(found.map(({ role }) => role))];
}

/** `Never: anyone but an Owner updates a Product: price`, and the right itself where the people don't have it. */
function neverLines(meant: readonly Grant[], { roles, grants }: Given): readonly string[] {
  const by = new Map<string, Grant[]>();
  for (const grant of meant) by.set(JSON.stringify([grant.entity, grant.verb]), [...(by.get(JSON.stringify([grant.entity, grant.verb])) ?? []), grant]);
  const people = (of: readonly Grant[]): readonly string[] => [...new Set(of.map(({ role }) => role))];
  const denied = [...by.values()].map((of) => {
    const { entity, verb, fields } = of[0]!;
    const deed = typeof verb === "string" ? `${verb === "history" ? "read" : verb}s ${article(entity)}` : `does ${verb.action} on ${article(entity)}`;
    const names = verb === "history" ? ["history"] : fields;
    return `Never: anyone but ${people(of).map(article).join(" or ")} ${deed}${names ? `: ${names.join(", ")}` : ""}`;
  });
  const missing = meant.filter(({ role, entity, verb, fields }) => {
    const held = roles.find(({ name }) => name === role)?.includes ?? [role];
    return !grants.some(
      (grant) =>
        held.includes(grant.role) && grant.entity === entity && isSame(grant.verb, verb) && (grant.fields === null || fields?.every((field) => grant.fields!.includes(field))),
    );
  });
  const granted = missing.map(({ role, entity, verb, fields }) => {
    const deed = typeof verb === "string" ? verb : verb.action;
    return `${pluralOf(role)} may ${deed === "history" ? `read ${article(entity)}: history` : `${deed} ${article(entity)}${fields ? `: ${fields.join(", ")}` : ""}`}`;
  });
  return [...denied, ...granted];
}

/** Writes the lines in place of the sentence, which may be a part of a bullet. */
export function instead(blocks: readonly Block[], words: TextSpan, lines: readonly string[]): readonly Fix[] {
  const bullet = blocks.find((block) => block.kind === "bullet" && block.span.from <= words.span.from && words.span.to <= block.span.to);
  if (bullet?.kind !== "bullet") return [];
  const [title] = [`Write "${lines[0]!}"`];
  if (words.span.from === bullet.words.span.from && fold(bullet.words.text.replace(/\.$/, "")) === fold(words.text))
    return [{ title, edits: [{ span: bullet.words.span, text: lines.join("\n- ") }] }];
  const at = words.span.from - bullet.words.span.from;
  const before = /\s*[;:—–-]?\s*$/.exec(bullet.words.text.slice(0, at))?.[0].length ?? 0;
  return [
    {
      title,
      edits: [
        { span: { ...words.span, from: words.span.from - before }, text: "" },
        { span: { ...bullet.span, from: bullet.span.to }, text: lines.map((line) => `\n- ${line}`).join("") },
      ],
    },
  ];
}

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);
