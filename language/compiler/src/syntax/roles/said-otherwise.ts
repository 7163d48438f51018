/** Sentences about rights that say it in a way of their own, and what to write for each: `The fee is hidden from Patients`. */
import { fold } from "@nonet/feel";

/** The fields and states by which a sentence can name what it is about, each with its entities. */
export interface RightsNames {
  /** The plural of the entity with this name, in either number. */
  readonly entity: (name: string) => string | undefined;
  /** The entities with this field. */
  readonly withField: (name: string) => readonly string[];
}

const denied = String.raw`(?:can(?:no|['’])t|can\s+not|can\s+never|may\s+not|may\s+never|must\s+not|must\s+never)\s+be|(?:are|is)\s+(?:never|not)`;
const people = String.raw`([\p{L}][\p{L}\p{N} ,-]*?)`;

interface Way {
  readonly says: RegExp;
  /** The canonical sentences; none if what is named isn't in the document. */
  readonly write: (found: readonly string[], names: RightsNames) => readonly string[];
}

const forFields = (names: RightsNames, field: string, write: (of: string) => string): readonly string[] =>
  field.includes(" of ") ? [] : names.withField(field).map((entity) => write(`${entity}: ${fold(field)}`));

const ways: readonly Way[] = [
  {
    says: new RegExp(`^${people}\\s+(?:have|has)\\s+(?:full|complete|unrestricted)\\s+access\\s+to\\s+(?:all\\s+)?(.+)$`, "iu"),
    write: ([who, what]) => [`${who} may do everything with ${what}`],
  },
  { says: new RegExp(`^${people}\\s+(?:have|has)\\s+no\\s+access\\s+to\\s+(?:any\\s+)?(.+)$`, "iu"), write: ([who, what]) => [`${who} may not do anything with ${what}`] },
  {
    says: new RegExp(`^${people}\\s+(?:have|has)\\s+(?:read|read-only|view)\\s+access\\s+to\\s+(?:all\\s+)?(.+)$`, "iu"),
    write: ([who, what]) => [`${who} may read ${what}`],
  },
  {
    says: /^(?:the\s+)?([\p{L}][\p{L}\p{N} -]*?)\s+(?:is|are)\s+(?:hidden\s+from|invisible\s+(?:to|for)|not\s+(?:visible|shown)\s+(?:to|for))\s+(?:the\s+)?(.+)$/iu,
    write: ([field, who], names) => forFields(names, field!, (of) => `Never: ${who} read ${of}`),
  },
  {
    says: /^(?:the\s+)?([\p{L}][\p{L}\p{N} -]*?)\s+(?:is|are)\s+(?:(?:only\s+)?(?:visible|shown)\s+only\s+(?:to|for)|only\s+(?:visible|shown)\s+(?:to|for)|(?:visible|shown)\s+(?:to|for)(?=.*\sonly$))\s+(?:the\s+)?(.+?)(?:\s+only)?$/iu,
    write: ([field, who], names) => forFields(names, field!, (of) => `Never: anyone but ${who} reads ${of}`),
  },
  {
    says: new RegExp(`^only\\s+${people}\\s+(?:may\\s+|can\\s+)?(?:sees?|reads?|views?)\\s+(?:the\\s+)?([\\p{L}][\\p{L}\\p{N} -]*)$`, "iu"),
    write: ([who, field], names) => forFields(names, field!, (of) => `Never: anyone but ${who} reads ${of}`),
  },
  {
    says: new RegExp(
      `^(?:the\\s+|an?\\s+|any\\s+)?([\\p{L}][\\p{L}\\p{N} -]*?)\\s+(?:${denied})\\s+(deleted|removed|changed|edited|updated|modified)(?:\\s+by\\s+(?:anyone|anybody))?$`,
      "iu",
    ),
    write: ([what, deed], names) => {
      const verb = /^(?:deleted|removed)$/i.test(deed!) ? "delete" : "update";
      const words = what!.split(" ");
      // `Confirmed Orders`: what stands before the entity's name is a state.
      for (let at = 0; at < words.length; at++) {
        const entity = names.entity(words.slice(at).join(" "));
        if (entity !== undefined) return [`Nobody may ${verb} ${[fold(words.slice(0, at).join(" ")), entity].filter((one) => one !== "").join(" ")}`];
      }
      return [];
    },
  },
];

const hidden =
  /^([^:`"|]+?)\s+(?:(?:may|must|shall|should|can|will)\s+)?never\s+(?:see|sees|read|reads|learn|learns)\s[^:`"|]*:\s+([^:"|]+?)\s+(?:is|are)\s+(?:hidden|kept|invisible)\s+(?:from|to|for)\s+them\.?$/iu;

/** `Teachers never see any money: the fee of a Lesson and the invoices are hidden from them`: a line for each thing that is hidden; null unless all of them are clear. */
function hiddenThings(text: string, names: RightsNames): string | null {
  const [, who, listed] = hidden.exec(text) ?? [];
  if (who === undefined || listed === undefined) return null;
  const lines = listed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((thing) => {
    const [first = "", of] = thing
      .replaceAll("`", "")
      .split(/\s+of\s+/)
      .map((part) => part.replace(/^(?:the|an?|any|all|every|each)\s+/i, "").trim());
    if (of === undefined && names.entity(first) !== undefined) return `Never: ${who} read ${names.entity(first)}`;
    const entities = names.withField(first).filter((plural) => of === undefined || names.entity(of) === plural);
    return entities.length === 1 ? `Never: ${who} read ${entities[0]}: ${fold(first)}` : null;
  });
  return lines.includes(null) ? null : lines.join("\n- ");
}

/** The sentences that say the same, one for each entity that can be meant; none for another sentence. A text of several lines says it in several bullets. */
export function saidOtherwise(text: string, names: RightsNames): readonly string[] {
  const lines = text.length > 200 ? null : hiddenThings(text, names);
  if (lines !== null) return [lines];
  if (text.length > 200 || /[`"|:]/.test(text)) return [];
  const plain = text.replace(/\s*[.!]$/, "");
  for (const { says, write } of ways) {
    const found = says.exec(plain);
    if (found) return write(found.slice(1), names);
  }
  return [];
}
