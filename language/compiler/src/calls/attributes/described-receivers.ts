/** Receivers of a mail that are records with an address of their own: `all active Members`, `the member`, where point 3 gives a Member one email address or one account. */
import { fold } from "@nonet/feel";
import { type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";

/** `text`: the expression that says the same. `role`: the people with a role. */
export type DescribedReceivers = { readonly text: string } | { readonly role: string } | "reported";

/** The fields of an entity to which mail can be sent. */
export const addressesOf = (ctx: PointCompiler, entity: string): readonly string[] =>
  [...(ctx.drafts.get(fold(entity))?.fields.values() ?? [])].flatMap(({ name, type }) =>
    (type.kind === "formatted" && type.format === "email") || (type.kind === "reference" && type.entity === "User") ? [name] : [],
  );

/** The one field by which a record itself gets mail. A single person with another name, such as `handled by`, may be somebody else. */
export function ownAddress(ctx: PointCompiler, entity: string): string | null {
  const [only, ...others] = addressesOf(ctx, entity);
  if (only === undefined || others.length > 0) return null;
  const isEmail = ctx.drafts.get(fold(entity))?.fields.get(fold(only))?.type.kind === "formatted";
  return isEmail || /^(?:(?:user )?account|user|login|person|email)$/i.test(only) || fold(only) === fold(entity) ? only : null;
}

/** Null where the words name no records of an entity. */
export function describedReceivers(ctx: PointCompiler, words: TextSpan, roleNamed: (text: string) => string | undefined): DescribedReceivers | null {
  const rest = words.text.replace(/^(?:every|each|all|any)\s+(?:of\s+)?(?:the\s+)?/i, "");
  if (rest === words.text) return null;
  const found = recordsIn(ctx, rest);
  const active = /^active\s+(.+)$/i.exec(rest)?.[1];
  const role = roleNamed(active ?? rest);
  if (!found) return active !== undefined && role !== undefined ? { role } : null;
  const { entity, condition } = found;
  const records = condition === null ? entity : `${entity}[${condition}]`;
  if (entity === "User") return { text: condition === null || condition === "active" ? "User[active]" : `User[active and ${condition}]` };
  const address = ownAddress(ctx, entity);
  const fixes = addressesOf(ctx, entity).map((field) => ({ title: `Write \`${records}.${field}\``, edits: [{ span: words.span, text: `\`${records}.${field}\`` }] }));
  if (role !== undefined) {
    const people = { title: `Write every ${role}`, edits: [{ span: words.span, text: `every ${role}` }] };
    ctx.report("not-an-address", words.span, `"${words.text}" can mean the people with the role ${role}, or the records of ${entity}.`, {
      hint: `Write \`every ${role}\`${fixes.length > 0 ? `, or \`${records}.${addressesOf(ctx, entity)[0]!}\`` : ""}.`,
      fixes: [people, ...fixes],
    });
    return "reported";
  }
  if (address !== null) return { text: `${records}.${address}` };
  ctx.report(
    "not-an-address",
    words.span,
    fixes.length === 0 ? `${article(entity).replace(/^a/, "A")} has no email address.` : `"${words.text}" doesn't say which address of ${article(entity)} is meant.`,
    fixes.length === 0
      ? { hint: `Add a field to ${entity} in point 3: \`- email: email\`, or \`- account: User\`.` }
      : { hint: `Write \`${records}.${addressesOf(ctx, entity)[0]!}\`, for example.`, fixes },
  );
  return "reported";
}

/** `Members`, `active Members`, `joined Members`: the entity, and what a state or a yes/no field demands. */
function recordsIn(ctx: PointCompiler, text: string): { readonly entity: string; readonly condition: string | null } | null {
  const whole = ctx.typeNames.entity(text);
  if (whole !== undefined) return { entity: whole, condition: null };
  const pieces = text.split(/\s+/);
  for (let at = 1; at < Math.min(pieces.length, 5); at++) {
    const entity = ctx.typeNames.entity(pieces.slice(at).join(" "));
    const draft = entity === undefined ? undefined : ctx.drafts.get(fold(entity));
    if (entity === undefined || !draft) continue;
    const said = fold(pieces.slice(0, at).join(" "));
    const state = draft.states.find((one) => fold(one) === said);
    const field = draft.fields.get(said);
    const flag = field?.type.kind === "yes/no" && field.open === undefined ? field.name : undefined;
    if (state !== undefined && flag !== undefined) return null;
    if (state !== undefined) return { entity, condition: `state = "${state}"` };
    if (flag !== undefined) return { entity, condition: flag };
  }
  return null;
}
