/** What `asked` has in the messages of point 8: the fields that actions of the entity ask for, so that `{asked.group.name}` leads to the group. */
import type { Field } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { actionsOf, inputOf } from "../resolve/published.ts";
import { slice } from "../text/split.ts";

/** By name; a name for which the actions ask with different types is left out. */
export function askedOf(ctx: PointCompiler, entity: string): readonly Field[] {
  const found = new Map<string, Field | null>();
  for (const action of ctx.lookUp<readonly string[]>(actionsOf(entity)) ?? [])
    for (const field of inputOf(ctx, entity, action)) {
      const known = found.get(field.name);
      if (known === undefined) found.set(field.name, { ...field, required: false });
      else if (known && JSON.stringify(known.type) !== JSON.stringify(field.type)) found.set(field.name, null);
    }
  return [...found.values()].filter((field) => field !== null);
}

/** Whether the message reads what an action asks for, and each of its values can be read with these fields. A call may take others. */
export function isAskedIn(
  ctx: PointCompiler,
  message: TextSpan,
  { what, self, asked }: { readonly what: string; readonly self: string; readonly asked: readonly Field[] },
): boolean {
  const parts = [...message.text.matchAll(/\{([^{}]*)\}/g)].map((part) => slice(message, part.index + 1, part.index + part[0].length - 1));
  if (asked.length === 0 || !parts.every((part) => ctx.tryExpression(part, { what, self, asked }) !== null)) return false;
  return parts.some((part) => /\basked\b/.test(part.text) || ctx.tryExpression(part, { what, self }) === null);
}
