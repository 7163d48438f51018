import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { bare } from "../text/split.ts";
import { resolveName } from "./report-nearest.ts";
import { declaredRole } from "./roles.ts";
import type { PointCompiler } from "./workshop.ts";

/** A role's defined name, or anyone, everyone, bearer, system. */
export function roleOf(ctx: PointCompiler, words: TextSpan, what = "a right"): string | null {
  const key = fold(bare(words).text);
  if (["anyone", "public", "the public"].includes(key)) return "anyone";
  if (["everyone", "all users", "any user", "signed in"].includes(key)) return "everyone";
  if (key === "bearer" || key === "the bearer") return "bearer";
  if (key === "system" || key === "the system") return "system";
  const role = declaredRole(ctx, key, what, words.span);
  if (role !== undefined) return role;
  ctx.report(
    "unknown-role",
    words.span,
    `Point 6 has no role "${words.text}".${resolveName(
      words.text,
      [...ctx.declared.roles.values()].map((r) => r.name),
    )}`,
  );
  return null;
}
