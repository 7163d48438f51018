/** Reads `Sign-in: email and password, with second factor for Manager and Vet; anyone may register as Borrower`. */
import { fold } from "@nonet/feel";
import { signInForms, type SlotTests } from "@nonet/forms";
import type { SignIn } from "@nonet/model";
import { splitTop, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { type FormLine, tryForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { declaredRole } from "../resolve/roles.ts";
import { bare, partsAt, slice } from "../text/split.ts";

type Draft = { methods: SignIn["methods"][number][]; registersAs: string | null; invited: TextSpan | null; secondFactor: SignIn["secondFactor"] };
type Line = FormLine<keyof typeof signInForms.forms>;
type Builder = (context: Context, draft: Draft, line: Line, words: TextSpan) => void;

/** Default 3. */
export const defaultSignIn: SignIn = { methods: ["email and password"], registersAs: null, secondFactor: null, source: null };

const everybody = new Set(["everyone", "everybody", "anyone", "anybody", "all", "all users", "all people", "all roles", "every role"]);

const builders: Record<keyof typeof signInForms.forms, Builder> = {
  email: (_, draft) => void draft.methods.push("email and password"),
  singleSignOn: (_, draft) => void draft.methods.push("single sign-on"),
  passkey: (_, draft) => void draft.methods.push("passkey"),
  secondFactor(context, draft, { slots }, words) {
    const { roles } = slots;
    const isForAll = !roles || everybody.has(fold(bare(roles).text));
    draft.secondFactor = { roles: isForAll ? null : rolesIn(roles).flatMap((role) => roleOf(context, role) ?? []), source: words.span };
  },
  registration(context, draft, { slots }) {
    draft.registersAs = roleOf(context, slots["role"]!);
  },
  invitation(_, draft, __, words) {
    draft.invited = words;
  },
};

export function compileSignIn(context: Context, value: TextSpan): SignIn {
  const draft: Draft = { methods: [], registersAs: null, invited: null, secondFactor: null };
  for (const words of partsOf(context, value)) {
    const line = tryForm(signInForms, words, testsFor(context));
    if (line) builders[line.name](context, draft, line, words);
    else reportUnknown(context, words, value);
  }
  if (draft.invited && draft.registersAs !== null)
    context.report("contrary-sign-in", draft.invited.span, `"${draft.invited.text}" contradicts "anyone may register as ${draft.registersAs}".`, {
      hint: "Keep one of the two. People can still be invited when anyone may register.",
    });
  const { registersAs, secondFactor } = draft;
  return { methods: draft.methods.length > 0 ? [...new Set(draft.methods)] : defaultSignIn.methods, registersAs, secondFactor, source: value.span };
}

/** A role in one of the ways that people write it; roles that aren't known are reported by their builder. */
const testsFor = (context: Context): SlotTests => ({
  roles: (text) =>
    everybody.has(fold(text)) || rolesIn({ text, span: { file: 0, from: 0, to: 0 } }).some(({ text: role }) => nameOf(context, role) !== undefined) || /^[\p{L} ,]+$/u.test(text),
});

/** The declared name of a role that may be written in the plural. */
const nameOf = (context: Context, text: string): string | undefined => {
  const key = fold(text.replace(/^[`"*]+|[`"*.]+$/g, "").replace(/^(?:an?|the|every|each|all)\s+/i, ""));
  return [key, key.replace(/s$/, ""), key.replace(/ies$/, "y")].find((one) => context.declared.roles.has(one));
};

const rolesIn = (words: TextSpan): TextSpan[] => splitTop(words, ",").flatMap((part) => partsAt(part, /\s+(?:and|or)\s+|^(?:and|or)\s+|\s*[/&]\s*/gi));

/** The parts between the commas, semicolons and conjunctions; the roles of a second factor stay together. */
function partsOf(context: Context, value: TextSpan): TextSpan[] {
  const parts: TextSpan[] = [];
  for (const clause of splitTop(value, ";")) {
    let factor: TextSpan | null = null;
    for (const part of splitTop(clause, ",").flatMap((one) => methodParts(context, one))) {
      const line = tryForm(signInForms, part, testsFor(context));
      if (line === null && factor && /^[\p{L}* ]+$/u.test(part.text)) {
        // `with second factor for Manager, Vet`
        parts[parts.length - 1] = factor = slice(value, factor.span.from - value.span.from, part.span.to - value.span.from);
        continue;
      }
      factor = line?.name === "secondFactor" && line.slots["roles"] ? part : null;
      parts.push(part);
    }
  }
  return parts;
}

/** `email and password or single sign-on with second factor`: each form by itself, where the whole is none. */
function methodParts(context: Context, words: TextSpan): TextSpan[] {
  // `single sign-on (OIDC)`: a note in brackets.
  const noted = /\s*\([^()]*\)$/.exec(words.text);
  if (noted && noted.index > 0) return methodParts(context, slice(words, 0, noted.index));
  if (tryForm(signInForms, words, testsFor(context))) return [words];
  for (const match of words.text.matchAll(/\s+(?:or|and|with|plus)\s+|\s*[/+]\s*|^(?:either|and|or)\s+/gi)) {
    const isWith = /with|plus/i.test(match[0]);
    const [before, after] = [slice(words, 0, match.index), slice(words, match.index + (isWith ? 0 : match[0].length))];
    const isWay = (part: TextSpan): boolean => tryForm(signInForms, part, testsFor(context)) !== null;
    if (before.text === "" ? after.text !== "" : isWay(before) || isWay(after)) return [...(before.text === "" ? [] : [before]), ...methodParts(context, after)];
  }
  return [words];
}

/** The fix changes the misspelt words only, or takes out this way and keeps the others. */
function reportUnknown(context: Context, words: TextSpan, value: TextSpan): void {
  const message = `"${words.text}" isn't ${signInForms.place}.`;
  const corrected = words.text.replace(/\p{L}+/gu, (word) => (vocabulary.has(word.toLowerCase()) ? word : (nearest(word, vocabulary) ?? word)));
  if (corrected !== words.text && tryForm(signInForms, { ...words, text: corrected }, testsFor(context)))
    return context.report("unknown-sign-in", words.span, `${message} Did you mean "${corrected}"?`, {
      fixes: [{ title: `Write "${corrected}"`, edits: [{ span: words.span, text: corrected }] }],
    });
  const [from, to] = [words.span.from - value.span.from, words.span.to - value.span.from];
  const before = /(?:\s*[,;/+]|\s+(?:or|and|with|plus))?\s*$/i.exec(value.text.slice(0, from))!.index;
  const after = before === 0 ? /^\s*[,;/+]?\s*(?:(?:or|and)\s+)?/i.exec(value.text.slice(to))![0].length : 0;
  const { file } = words.span;
  context.report("unknown-sign-in", words.span, message, {
    hint: `Choose one of: ${[...Object.values(signInForms.forms).map(({ example }) => example), "password"].join(", ")}.`,
    fixes: words.text === value.text ? [] : [{ title: `Remove "${words.text}"`, edits: [{ span: { file, from: value.span.from + before, to: words.span.to + after }, text: "" }] }],
  });
}

/** The words of the forms. */
const vocabulary: ReadonlySet<string> = new Set(
  Object.values(signInForms.forms).flatMap(({ pattern, variants = [] }) =>
    [pattern, ...variants].flatMap(
      (form) =>
        form
          .replace(/\{[^}]*\}/g, " ")
          .toLowerCase()
          .match(/\p{L}{2,}/gu) ?? [],
    ),
  ),
);

function roleOf(context: Context, words: TextSpan): string | null {
  const role = declaredRole(context, nameOf(context, words.text) ?? bare(words).text, "what people register as", words.span);
  if (role !== undefined) return role;
  reportNearest(
    context,
    "unknown-role-for",
    words,
    `Point 6 has no role "${words.text}"`,
    [...context.declared.roles.values()].map((r) => r.name),
  );
  return null;
}
