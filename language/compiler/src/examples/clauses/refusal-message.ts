/** `TAKEN with "It is taken."`: the message behind a code is the one of point 8, which is what people are shown. */
import { fold } from "@nonet/feel";
import { constantsIn, rawValues } from "../../syntax/constants/constant-rows.ts";
import { errorsIn } from "../../syntax/error-rows.ts";
import { mistake, type Story } from "../scope/example-scope.ts";
import type { ClauseSlots } from "./read-clause.ts";
import { codeNamed } from "./slot-tests.ts";

/** Null where the words aren't the code's message, which is reported; otherwise true, also without any message. */
export function saysItsMessage(story: Story, { words, slots }: ClauseSlots): true | null {
  const told = slots["told"];
  if (!told) return true;
  const code = codeNamed(story, slots["code"]!.text)!;
  const message = messageOf(story, code);
  if (message !== "" && !message.includes("{") && message === plain(told.text)) return true;
  // `with "…"`, from behind the code.
  const from = slots["code"]!.span.to;
  const without = { title: `Write \`${code}\` alone`, edits: [{ span: { ...words.span, from, to: told.span.to }, text: "" }] };
  const known = message !== "" && !message.includes("{");
  return mistake(
    story,
    "unreadable-step",
    told.span,
    known ? `Point 8 has another message for ${code}: "${message}".` : `Whether ${told.text} is shown can't be checked here, since the message of ${code} contains values.`,
    `Write \`${code}\` alone: its message stands in point 8.`,
    known ? [{ title: `Write "${message}"`, edits: [{ span: told.span, text: `"${message}"` }] }, without] : [without],
  );
}

/** The message of point 8, with the values of constants; empty without one. */
export const messageOf = ({ ctx }: Pick<Story, "ctx">, code: string): string =>
  withConstants({ ctx }, plain(errorsIn(ctx.tree).find((one) => fold(plain(one.code.text)) === fold(code))?.message?.text ?? ""));

/** A constant in braces as its value, where that is one small whole number, which people are shown as it is. */
function withConstants({ ctx }: Pick<Story, "ctx">, message: string): string {
  if (!message.includes("{")) return message;
  const constants = constantsIn(ctx.tree);
  return message.replace(/\{([^{}]+)\}/g, (braces, name: string) => {
    const written = constants.find((one) => fold(plain(one.name.text)) === fold(name));
    const [value, other] = written ? rawValues(written) : [];
    return value && !other && /^\d{1,3}$/.test(plain(value.words.text)) ? plain(value.words.text) : braces;
  });
}

const plain = (text: string): string => text.replace(/^[\s"“`*]+|[\s"”`*]+$/g, "");
