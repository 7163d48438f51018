/** The condition of the notation that is nearest to a sentence, with the names of the document: how ages, overlaps, lists and opposites are written. */
import { fold } from "@nonet/feel";
import type { EntityDraft } from "../declare/drafts.ts";

export const nearestCondition = (draft: EntityDraft, text: string): string | null =>
  age(draft, text) ?? overlap(draft, text) ?? ofList(draft, text) ?? noLonger(draft, text) ?? unchanged(draft, text);

/** `participant is at least 16 years old on starts on`. */
function age(draft: EntityDraft, text: string): string | null {
  const found =
    /^(?:the\s+|its\s+)?(.+?)\s+(?:is|are|must be|has to be)\s+(at least|at most|over|under|older than|younger than|more than|less than)\s+(.+?)\s+years?\s+old(?:\s+(?:on|at|when)\s+(.+))?$/i.exec(
      text,
    );
  if (!found) return null;
  const [, who, order, years, day = "today()"] = found as unknown as readonly [string, string, string, string, string?];
  const sign = ({ "at least": ">=", "at most": "<=", over: ">", "older than": ">", "more than": ">" } as Readonly<Record<string, string>>)[order.toLowerCase()] ?? "<";
  const own = [...draft.fields.values()].find(({ name }) => fold(name) === fold(who));
  const born = own?.type.kind === "date" ? who : `${who}.DATE OF BIRTH`;
  return `Write \`years between(${born}, ${day}) ${sign} ${years}\`${own?.type.kind === "date" ? "" : ", with the field that holds the date of birth"}.`;
}

/** `no two bookings whose sessions overlap`: a rule of its own kind, over a stretch of time. */
function overlap({ fields, name }: EntityDraft, text: string): string | null {
  if (!/\boverlap/i.test(text)) return null;
  const stored = [...fields.values()];
  const days = stored.filter(
    ({ type, machine }) => !machine && ["date", "date and time"].includes(type.kind) && type.kind === stored.find((one) => one.type.kind.startsWith("date"))?.type.kind,
  );
  const [from, to] = days.map((one) => one.name);
  const per =
    stored.find((one) => one.type.kind === "reference" && [`same ${fold(one.name)}`, `per ${fold(one.name)}`, `each ${fold(one.name)}`].some((words) => fold(text).includes(words)))
      ?.name ?? "FIELD";
  const among = /\b(?:state|confirmed|open|active)\b/i.test(text) ? " among those that are …" : "";
  return from !== undefined && to !== undefined
    ? `Write \`no overlap of [${from}..${to}] per ${per}${among}\`.`
    : `Write \`no overlap of [FROM..TO] per ${per}${among}\`, with two fields of ${name} that hold where the stretch of time begins and ends, such as computed ones.`;
}

/** `it has at least 2 warnings`, `the lease has unpaid fees`: how records of a list are counted, or that there is no such list. */
function ofList(draft: EntityDraft, text: string): string | null {
  const found =
    /^(?:the\s+|its\s+)?[\p{L} ]+?\s+(?:has|have)\s+(?:(at least|at most|more than|fewer than|less than|exactly)\s+(\w+)\s+)?((?:[\p{L}-]+ ){0,3}[\p{L}-]+)(?=$|\s+(?:and|or)\b)/iu.exec(
      text,
    );
  if (!found) return null;
  const [, order, number, what] = found as unknown as readonly [string, string?, string?, string?];
  const named = what!.replace(/\s+(?:and|or)\b.*$/i, "");
  const list = [...draft.fields.values()].find(({ name, type }) => (type.kind === "inverse" || type.kind === "references") && fold(named).endsWith(fold(name)));
  const sign = ({ "at least": ">=", "at most": "<=", "more than": ">", exactly: "=" } as Readonly<Record<string, string>>)[order?.toLowerCase() ?? ""] ?? (order ? "<" : ">");
  if (list) {
    const which = named.slice(0, named.length - list.name.length).trim();
    return `Write \`count(${list.name}${which === "" || /^(?:an?|any|no)$/i.test(which) ? "" : `[CONDITION FOR ${which.toUpperCase()}]`}) ${sign} ${number ?? 0}\`.`;
  }
  const [last, ...which] = named.split(" ").reverse();
  if (!last || !/s$/i.test(last) || (order === undefined && draft.fields.has(fold(named)))) return null;
  const said = which.reverse().filter((word) => !/^(?:an?|any|no|the)$/i.test(word));
  return `${draft.name} has no list of ${last}. Add one in point 3, such as \`${last}: list of ENTITY by FIELD\`, and write \`count(${last}${said.length > 0 ? `[CONDITION FOR ${said.join(" ").toUpperCase()}]` : ""}) ${sign} ${number ?? 0}\`.`;
}

/** `it is open no longer`. */
function noLonger({ fields }: EntityDraft, text: string): string | null {
  const found =
    /\b(?:is|are)\s+([\p{L} ]+?)\s+(?:no longer|no more|any longer|anymore|any more)\b/iu.exec(text)?.[1] ?? /\b(?:is|are)\s+no longer\s+([\p{L} ]+)$/iu.exec(text)?.[1];
  if (found === undefined) return null;
  const own = [...fields.values()].find(({ name }) => fold(name) === fold(found));
  return `Write the opposite with \`not\`: \`${own ? `not ${own.name}` : `not ${found.trim()}`}\`, or compare the day until which it is so with \`today()\`.`;
}

/** `day cannot be changed after it is confirmed`, `fee can only increase`: how a value is compared with the one before. */
function unchanged({ fields, states, name: entity }: EntityDraft, text: string): string | null {
  const found =
    /^(?:the\s+|its\s+)?(.+?)\s+(?:can(?:no|')t|can not|cannot|must not|may not|must never|can never|never|can only|may only|must only|only)\s+(?:be\s+)?(changed?|changes|edited|modified|altered|reduced|lowered|decreased?|increased?|raised|rise|grow|fall)(?:\s+(?:after|once|when|while|as soon as)\s+(?:it\s+is\s+|it\s+has\s+been\s+|the\s+)?(.+))?$/i.exec(
      text,
    );
  const own = found && [...fields.values()].find(({ name }) => fold(name) === fold(found[1]!));
  if (!found || !own) return null;
  const state = states.find((one) => found[3] !== undefined && fold(one) === fold(found[3]));
  const isOnly = /\bonly\b/i.test(text);
  const grows = /^(?:increas|rais|ris|grow)/i.test(found[2]!);
  const sign = /^(?:chang|edit|modif|alter)/i.test(found[2]!) ? "=" : grows === isOnly ? ">=" : "<=";
  if (sign === "=" && isOnly) return null;
  const holds = `${own.name} ${sign} old.${own.name}`;
  const lock =
    sign === "=" && state !== undefined
      ? ` If nothing of the ${entity} may be changed then, write \`Locked while: ${state}\` in point 3.`
      : sign === "=" && found[3] === undefined
        ? " If it may be set once, write `set once` at the field."
        : "";
  return `Write \`${found[3] === undefined ? holds : `${state === undefined ? "CONDITION" : `old.state != "${state}"`} or ${holds}`}\`, with \`, on change of ${own.name}\` behind ${entity} in the cell Entity.${lock}`;
}
