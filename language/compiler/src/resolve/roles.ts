/** Resolves the names of roles and of the built-in groups: anyone, everyone, bearer, system. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { nearestName, type Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { audiencesIn } from "../syntax/roles/audiences.ts";
import { describedGroup } from "../syntax/roles/group-words.ts";
import { roleNamed } from "../syntax/roles/matrix-roles.ts";
import { holdersOf } from "../syntax/roles/roles.ts";
import { list } from "../text/english.ts";
import { pluralOf } from "../text/plural.ts";
import { bare, slice } from "../text/split.ts";
import { didYouMean } from "./report-nearest.ts";

/** The built-in groups, and other words for them. */
const groups: Readonly<Record<string, string>> = {
  anyone: "anyone",
  public: "anyone",
  "the public": "anyone",
  everyone: "everyone",
  everybody: "everyone",
  "all users": "everyone",
  "any user": "everyone",
  "signed in": "everyone",
  bearer: "bearer",
  "the bearer": "bearer",
  system: "system",
  "the system": "system",
  automatic: "system",
  automatically: "system",
};

/** Whether the text names a role or a built-in group. */
export const isRole = (context: Context, text: string): boolean => {
  const key = fold(text.replace(/^["`*]+|["`*]+$/g, ""));
  return Object.hasOwn(groups, key) || roleNamed(context.declared.roles, key) !== undefined || describedGroup(key) !== undefined;
};

/** A role's defined name, or anyone, everyone, bearer, system. */
export function roleOf(ctx: PointCompiler, words: TextSpan, what = "a right"): string | null {
  const key = fold(bare(words).text);
  if (Object.hasOwn(groups, key)) return groups[key]!;
  const role = declaredRole(ctx, key, what, words.span);
  if (role !== undefined) return role;
  const group = describedGroup(key);
  if (group !== undefined) return group;
  const names = [...ctx.declared.roles.values()].map((r) => r.name);
  const near = nearestName(bare(words).text, names);
  const limited = names.find((name) => key.startsWith(`${fold(name)} `));
  if (limited !== undefined) {
    const state = /,?\s+(?:while|in state|when in)\s+[\p{L}\d ,/-]+$/iu.exec(words.text);
    ctx.report("unknown-role", words.span, `"${words.text}" isn't understood after the role ${limited}.`, {
      hint: `After a role you can write \`own\`, \`where …\`, or both, as in \`${limited} own where CONDITION\`.${state ? " The states stand in From." : ""}`,
      fixes: state ? [{ title: `Remove "${state[0].trim()}"`, edits: [{ span: slice(words, state.index).span, text: "" }] }] : [],
    });
    return null;
  }
  const audience = near === undefined ? audiencesIn(ctx.tree).find(({ text }) => [text, pluralOf(text)].some((name) => fold(name) === key))?.text : undefined;
  if (audience !== undefined) {
    ctx.report("unknown-role", words.span, `Point 1 names "${audience}" among the people, but point 6 has no such role.`, {
      hint: `Write \`- **${audience}**\` in point 6, or give the role a column in the table of rights.`,
      fixes: [{ title: `Add the role ${audience} to point 6`, edits: [], adds: [{ kind: "paragraph", point: 6, text: `- **${audience}**` }] }],
    });
    return null;
  }
  ctx.report("unknown-role", words.span, `Point 6 has no role "${words.text}".${didYouMean(words.text, names)}`, {
    hint: near === undefined && names.length > 0 ? `It has ${list(names)}. Name one of these, or add the role to point 6.` : undefined,
    fixes: near === undefined ? [] : [{ title: `Write ${near}`, edits: [{ span: bare(words).span, text: near }] }],
  });
  return null;
}

/** The role and every role that includes it, directly or through others. */
export const includingRoles = (ctx: PointCompiler, role: string): readonly string[] => holdersOf(ctx.tree).get(fold(role)) ?? [ctx.declared.roles.get(fold(role))?.name ?? role];

/** The role of that name. If point 6 is not shown, `what` at `source` depends on it. */
export function declaredRole(context: Context, name: string, what: string, source: Span): string | undefined {
  const role = roleNamed(context.declared.roles, name);
  if (role?.open) context.affects("point 6", what, source);
  return role?.name;
}
