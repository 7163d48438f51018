/** Point 7: how a call is signed. */
import { signatureForms } from "@nonet/forms";
import type { Signature } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { type FormLine, readByForm } from "../../resolve/read-by-form.ts";
import { isNotShown } from "../../text/split.ts";
import { algorithmOf, callTests, encodingOf, headerNameOf, secondsOf, secretNameOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type Slots = FormLine<string>["slots"];

const builders: Record<keyof typeof signatureForms.forms, (slots: Slots) => Signature> = {
  bearer: (slots) => ({ kind: "bearer", secret: secretIn(slots) }),
  header: (slots) => ({ kind: "header", secret: secretIn(slots), header: headerNameOf(slots["header"]!.text)! }),
  standardWebhooks: (slots) => ({ kind: "standard webhooks", secret: secretIn(slots), toleranceSeconds: toleranceIn(slots) }),
  timestamped: (slots) => ({
    kind: "timestamped",
    algorithm: algorithmOf(slots["algorithm"]!.text)!,
    secret: secretIn(slots),
    header: headerNameOf(slots["header"]!.text)!,
    toleranceSeconds: toleranceIn(slots),
  }),
  hmac: (slots) => ({
    kind: "hmac",
    algorithm: algorithmOf(slots["algorithm"]!.text)!,
    secret: secretIn(slots),
    header: headerNameOf(slots["header"]!.text)!,
    encoding: slots["encoding"] ? encodingOf(slots["encoding"].text)! : "hex",
  }),
};

/** Default 161. */
const toleranceIn = (slots: Slots): number => (slots["length"] ? secondsOf(slots["length"].text)! : 300);

const secretIn = (slots: Slots): string => secretNameOf(slots["secret"]!.text)!;

/** ``bearer `secret NAME` `` or `HMAC SHA-256 of the body by secret NAME in header X-Signature`. */
export function readSignature(ctx: PointCompiler, words: TextSpan | undefined): Signature | null {
  if (!words) return null;
  if (isNotShown(words)) {
    ctx.notShown("how a call is signed", words.span);
    return null;
  }
  const line = readByForm(ctx, signatureForms, unquoted(words), callTests, wholeValue(ctx, words, "a signing method"));
  const signature = line && builders[line.name](line.slots);
  if (signature && "toleranceSeconds" in signature && signature.toleranceSeconds > daySeconds)
    ctx.report("unreadable-value", words.span, "A signature can't count for longer than a day, because replays are recognized for a day.", { hint: "Write `within 5 minutes`." });
  return signature;
}

const daySeconds = 86_400;

/** `` `HMAC … secret NAME …` `` in backticks as a whole says the same. */
const unquoted = (words: TextSpan): TextSpan => {
  const inside = /^`([^`]*)`$/.exec(words.text);
  return inside ? { text: inside[1]!, span: { ...words.span, from: words.span.from + 1, to: words.span.to - 1 } } : words;
};
