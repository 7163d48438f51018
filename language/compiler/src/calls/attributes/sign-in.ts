/** Point 7: how the callers of an offered call sign in, and the records of the document that carry their keys. */
import { fold } from "@nonet/feel";
import { callerSignInForms } from "@nonet/forms";
import type { CallerSignIn, Credential, OfferedCall } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { stateIs } from "../../expressions/build.ts";
import { entityNames } from "../../resolve/names.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { type FormLine, readByForm } from "../../resolve/read-by-form.ts";
import { cut, isNotShown, partsAt } from "../../text/split.ts";
import { callTests, headerNameOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type SignIn = Pick<OfferedCall, "signedInBy" | "credential">;
type Slots = FormLine<string>["slots"];

const builders: Record<keyof typeof callerSignInForms.forms, (slots: Slots) => CallerSignIn> = {
  session: () => ({ kind: "session" }),
  bearer: () => ({ kind: "bearer" }),
  header: (slots) => {
    const header = headerNameOf(slots["header"]!.text)!;
    const prefix = slots["prefix"]?.text;
    return header.toLowerCase() === "authorization" && prefix?.toLowerCase() === "bearer" ? { kind: "bearer" } : { kind: "header", header, prefix: prefix ? `${prefix} ` : "" };
  },
};

/** `bearer token`, `header X-Key`, `header Authorization: Token …`, several with `or` between them; `… = Partner.key while active`. */
export function readSignIn(ctx: PointCompiler, words: TextSpan | undefined, what: string): SignIn {
  const session: SignIn = { signedInBy: [{ kind: "session" }], credential: null };
  if (!words) return session;
  if (isNotShown(words)) {
    ctx.notShown("how the callers of a call sign in", words.span);
    return session;
  }
  const sides = cut(code(words), /\s+(?:=|is|equals|matching|as in)\s+/i);
  const way = sides ? sides.before : words;
  const signedInBy = partsAt(way, /\s*,?\s+or\s+|\s*,\s+/gi).flatMap((one) => {
    if (/^(?:an?\s+|the\s+)?(?:API[\s-]?key|key|token|secret)$/i.test(one.text)) {
      const forms = ["API key in header X-API-Key", "bearer token"];
      ctx.report("unreadable-value", one.span, `"${one.text}" doesn't say how the caller sends it.`, {
        hint: `Write \`${forms[0]!}\` or \`${forms[1]!}\`.`,
        fixes: forms.map((form) => ({ title: `Write "${form}"`, edits: [{ span: one.span, text: form }] })),
      });
      return [];
    }
    const line = readByForm(ctx, callerSignInForms, { ...code(one), text: code(one).text.replace(/`/g, " ") }, callTests, wholeValue(ctx, one, "a sign-in method for callers"));
    return line ? [builders[line.name](line.slots)] : [];
  });
  if (signedInBy.length === 0) return session;
  if (!sides) return { signedInBy, credential: null };
  if (signedInBy.some(({ kind }) => kind === "session"))
    ctx.report("unreadable-value", words.span, "A session belongs to a person, so it can't be compared with a key.", { hint: "Write `bearer token = ENTITY.FIELD`." });
  return { signedInBy, credential: credentialOf(ctx, sides.after, what) };
}

/** `Partner.key`, `Partner.key while active`, `the key of a Partner`. */
function credentialOf(ctx: PointCompiler, words: TextSpan, what: string): Credential | null {
  const sides = cut(words, /,?\s+(?:while|when|where|if)\s+/i);
  const path = code(sides ? sides.before : words);
  const found = /^(.+?)\s*\.\s*(.+)$/.exec(path.text) ?? swapped(/^(?:the\s+)?(.+?)\s+of\s+(?:an?\s+|every\s+|the\s+)?(.+)$/i.exec(path.text));
  const draft = found && ctx.drafts.get(fold(found[1]!.replace(/^(?:an?|the)\s+/i, "")));
  if (!draft) {
    ctx.report("unknown-entity", path.span, `"${path.text}" names no field of an entity.${found ? didYouMean(found[1]!, entityNames(ctx)) : ""}`, {
      hint: "Write the entity and its field of type secret key: `bearer token = Partner.key`.",
    });
    return null;
  }
  const field = draft.fields.get(fold(found[2]!));
  if (field?.type.kind !== "secret key") {
    const keys = [...draft.fields.values()].filter(({ type }) => type.kind === "secret key").map(({ name }) => name);
    ctx.report(
      "unknown-field",
      path.span,
      field ? `"${field.name}" of ${draft.name} is not a secret key.` : `${draft.name} has no field "${found[2]!}".${didYouMean(found[2]!, keys)}`,
      {
        hint: keys.length > 0 ? `Write \`${draft.name}.${keys[0]!}\`.` : `Give ${draft.name} a field of type secret key.`,
      },
    );
    return null;
  }
  const users = [...draft.fields.values()].filter(({ type, computed }) => type.kind === "reference" && type.entity === "User" && !computed);
  const user = users.length === 1 ? users[0]! : (users.find(({ name }) => /^(?:user|person|account|owner)$/i.test(name)) ?? null);
  if (users.length > 1 && !user)
    ctx.report("unreadable-value", path.span, `${draft.name} refers to ${users.length} Users, so it isn't clear which of them the caller is.`, {
      hint: "Call one of the fields `user`.",
    });
  return { entity: draft.name, field: field.name, user: user?.name ?? null, while: sides ? conditionOf(ctx, sides.after, draft.name, what) : null };
}

const swapped = (found: RegExpExecArray | null): readonly [string, string, string] | null => found && [found[0], found[2]!, found[1]!];

/** A state, several, or a condition. */
function conditionOf(ctx: PointCompiler, words: TextSpan, self: string, what: string): Credential["while"] {
  const draft = ctx.drafts.get(fold(self))!;
  const states = words.text.split(/\s*(?:,|\/|\bor\b)\s*/i).map((one) => draft.states.find((state) => fold(state) === fold(one.replace(/[*"`]/g, ""))));
  const expression = states.every((state) => state !== undefined) ? stateIs(draft, states, words.span) : ctx.expression(words, { what, self, expect: { kind: "boolean" } });
  return { expression, source: words.span };
}
