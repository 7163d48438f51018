/** What to write for a sentence about a state machine: `An Order closes automatically after 3 days.` */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";

const time = /\bafter\s+(\d+|an?|one|two|three|four|five|six|seven)\s+(minutes?|hours?|days?|weeks?|months?|years?)\b/i;
const counts: Readonly<Record<string, string>> = { a: "1", an: "1", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" };

/** Reports the sentence with what to write for it; false for a line of another kind. */
export function reportSentence(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  const hint = words.text.includes(":") ? undefined : hintFor(draft, words.text);
  if (hint === undefined) return false;
  ctx.report("unknown-attribute", words.span, "This sentence isn't an attribute of a state machine.", { hint });
  return true;
}

/** The row or line that says it; undefined where the sentence isn't of a known kind. */
function hintFor(draft: EntityDraft, text: string): string | undefined {
  const states = draft.states.filter((state) => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${fold(state)} `));
  const action = [...draft.actions.values()].find(({ name }) => fold(text).includes(fold(name)))?.name;
  const [from, to] = [states[0] ?? draft.states[0] ?? "STATE", states[1] ?? draft.states.find((state) => state !== (states[0] ?? draft.states[0])) ?? "STATE"];
  const after = time.exec(text);
  if (after || /\b(?:automatically|by itself)\b/i.test(text)) {
    const wait = after ? `${counts[after[1]!.toLowerCase()] ?? after[1]!} ${after[2]!.toLowerCase()}` : "3 days";
    return `What happens by itself is a row of the table: \`| ${from} | (after ${wait}) | ${to} |\`.`;
  }
  if (/\b(?:can(?:no|['’])t|can not|may not|must not)\s+be\s+(?:changed|edited|updated|modified)\b|\blocked\b|\bread[- ]only\b/i.test(text))
    return `Write \`- Locked while: ${states[0] ?? draft.states.at(-1) ?? "STATE"}\` below \`### ${draft.name}\` in point 3.`;
  if (/\b(?:can(?:no|['’])t|can not|may not|must not)\s+be\s+(?:deleted|removed)\b/i.test(text)) return `Write \`- Deleting: not allowed\` below \`### ${draft.name}\` in point 3.`;
  if (/^(?:when|whenever|if|once|as soon as|after)\b/i.test(text))
    return `What follows from an action stands under Then in its row: \`set FIELD = VALUE\`. What follows from each way into a state is \`- On entering ${to}: set FIELD = VALUE\` below \`### ${draft.name}\` in point 3.`;
  if (/\s(?:may|can)\s/i.test(text)) return `What people may do is a row of the table, with the roles under Who: \`| ${from} | ${action ?? "ACTION"} | ${to} | ROLE |\`.`;
  return undefined;
}
