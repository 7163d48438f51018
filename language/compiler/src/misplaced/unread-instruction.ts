/** Point 2: bullets below a screen that tell it what to do, but in no form that is read. */
import type { Shows } from "@nonet/model";
import type { Bullet } from "@nonet/notation";
import type { Context } from "../context/context.ts";

/** What an instruction is about, and where that is written. */
interface Subject {
  readonly words: RegExp;
  /** The attributes that say it on a screen which has one of them; none: no screen says it. */
  readonly attributes: readonly string[];
  readonly hint: string;
}

const subjects: readonly Subject[] = [
  {
    words: /\b(?:mandatory|required?|optional|read[- ]only|editable|can(?:no|')t be (?:edited|changed)|lock(?:ed)?|disabled?)\b/i,
    attributes: [],
    hint: "What a field needs stands at the field, in point 3: `reason: text, required when confidential`, or `read-only when …`.",
  },
  { words: /\b(?:sort(?:ed)?|order(?:ed)? by|\w+ first)\b/i, attributes: ["Sort"], hint: "Write `- Sort: FIELD`, or `- Sort: newest first`." },
  { words: /\bgroup(?:ed)?\b/i, attributes: ["Group by"], hint: "Write `- Group by: FIELD`." },
  { words: /\bfilter(?:s|ed)?\b/i, attributes: ["Filters"], hint: "Write `- Filters: FIELD, FIELD`. What the screen always leaves out is `where …` in its cell Shows." },
  { words: /\bsearch(?:es|ed|able)?\b/i, attributes: ["Search"], hint: "Write `- Search: FIELD, FIELD`." },
  {
    words: /\b(?:highlight(?:s|ed)?|colou?r(?:s|ed)?|mark(?:s|ed)?|red|amber|green|bold)\b/i,
    attributes: ["Highlight"],
    hint: "Write `- Highlight: red when CONDITION`. The colours of states stand in point 4: `Colours: open amber`.",
  },
  {
    words: /\b(?:hid(?:es?|den)|visible|sees?|only (?:for|by|the|their)|not for)\b/i,
    attributes: [],
    hint: "Who reads which records and fields stands in point 6: `read own` in the row of the entity, or `–` in a row `ENTITY: FIELD`. On a record page or a form, `- Show FIELD when CONDITION` shows a field only then.",
  },
  { words: /\b(?:columns?|cards?|rows?|shows?|displays?|lists?)\b/i, attributes: ["Columns", "Section", "Fields", "Rows"], hint: "" },
  {
    words: /\b(?:button|click(?:s|ed|ing)?|press(?:es|ed|ing)?|opens?|links?|goes to)\b/i,
    attributes: ["Actions", "After saving"],
    hint: "Actions of point 4 are buttons by themselves, and a row or a card opens its record.",
  },
  {
    words: /\b(?:may|must|can|cannot|can't|never|nobody|only)\b/i,
    attributes: [],
    hint: "What people may do stands in point 6, and what must hold in point 5.",
  },
];

const instructs =
  /^\W*(?:show|display|hide|sort|order|group|filter|search|highlight|colou?r|mark|make|require|allow|disable|lock|limit|list|open|link|go|ask|use|put|do not|don't|never|only|no|nobody|cards?|rows?|columns?)\b|\b(?:must|may|can|cannot|can't|never|only|sees?|(?:is|are) (?:shown|hidden|sorted|ordered|grouped|filtered|required|mandatory|optional|visible|highlighted|colou?red|marked|editable|read-only))\b/i;

/** `attributes`: those of this kind of screen. */
export function reportInstruction(context: Context, kind: Shows["kind"], { words }: Bullet, attributes: readonly string[]): void {
  if (!instructs.test(words.text)) return;
  const subject = subjects.find((one) => one.words.test(words.text) && (one.attributes.length === 0 || one.attributes.some((name) => attributes.includes(name))));
  const fields = ["Columns", "Fields", "Section", "Rows"].find((name) => attributes.includes(name));
  const example = fields === undefined ? "" : `Write \`- ${fields}${fields === "Section" ? ' "Title"' : ""}: FIELD, FIELD\`.`;
  const choices = attributes.length === 0 ? "" : ` ${nameOf(kind)} reads ${attributes.join(", ")}.`;
  context.report("unreadable-line", words.span, "This says what the screen should do, but in no form that is read, so it would have no effect.", {
    hint: subject ? subject.hint || example : `${example}${choices}`.trim() || "Write what it shows in its cell Shows.",
  });
}

const nameOf = (kind: Shows["kind"]): string => (kind === "record" ? "A record page" : `A ${kind}`);
