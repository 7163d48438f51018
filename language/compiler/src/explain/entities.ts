/** Explains what applies to all records of an entity: title, order, locks, deletion, initial records and events. */
import { type Condition, conditionWords, type Entity, type EntityEvent, isShownByDefault, namesStates, type Product } from "@nonet/model";
import { article, capital, list, quoted, quotedList } from "../text/english.ts";
import { effectsWords } from "./effects.ts";
import { says, whereWords } from "./expression-words.ts";
import { type Sentence, sortWords, type TextAt } from "./sentence.ts";

export function entitySentences(textAt: TextAt, product: Product, entity: Entity): Sentence[] {
  const one = article(entity.name);
  const found: Sentence[] = [];
  const add = (what: string, sentence: string, span: Sentence["span"]): void => void found.push({ what: `${entity.name}: ${what}`, sentence, span });
  if (entity.source && says(textAt, entity.shownAs) !== "") add("Shown as", `${capital(one)} is shown as ${shownWords(textAt, entity)}.`, entity.shownAs.span);
  for (const unique of entity.unique) add("Unique", `No two ${entity.plural} have the same ${quotedList(unique.fields)}.`, unique.source);
  if (entity.sort.length > 0) add("Sort", `${entity.plural} are sorted by ${sortWords(entity.sort)}.`, entity.source);
  if (entity.lockedWhile) add("Locked while", `Nobody can change ${one} while ${whileWords(textAt, product, entity.lockedWhile)}.`, entity.lockedWhile.source);
  if (entity.deleting.source) add("Deleting", deletingSentence(textAt, product, entity), entity.deleting.source);
  for (const { refusedWhile, code } of entity.erasing)
    add(
      "Erasing",
      `The personal data in ${one} can't be erased while ${whileWords(textAt, product, refusedWhile)}${code === null ? "" : `; it is refused with ${code}`}.`,
      refusedWhile.source,
    );
  for (const record of entity.initialRecords) add("Initial records", `${capital(one)} exists from the start${recordWords(textAt, record)}.`, record.source);
  if (!entity.history) add("History", `The history of ${entity.plural} is not recorded.`, entity.source);
  if (entity.comments) add("Comments", `Whoever is signed in and may read ${one} can read its comments, and comment on it (default 207).`, entity.comments);
  if (entity.was !== null) add("Was", `${capital(one)} was formerly called ${entity.was}.`, entity.source);
  for (const event of entity.events) add(eventWords(event), `When ${one} ${eventSays(event)}, ${effectsWords(textAt, event.then)}.`, event.source);
  return found;
}

function shownWords(textAt: TextAt, entity: Entity): string {
  const { shownAs } = entity;
  const isField = shownAs.kind === "path" && shownAs.of.kind === "variable";
  return isField ? `${entity.builtIn ? "their" : "its"} "${shownAs.field}"${isShownByDefault(entity) ? " (default 6)" : ""}` : says(textAt, shownAs);
}

const recordWords = (textAt: TextAt, { values }: Entity["initialRecords"][number]): string => {
  const given = Object.entries(values).filter(([, value]) => says(textAt, value) !== "");
  return given.length > 0 ? `, with ${list(given.map(([field, value]) => `${quoted(field)} ${says(textAt, value)}`))}` : "";
};

/** `it is sent or closed`, or the condition. */
const whileWords = (textAt: TextAt, product: Product, condition: Condition): string =>
  namesStates(condition) ? `it is ${conditionWords(product, condition)}` : whereWords(textAt, condition);

function deletingSentence(textAt: TextAt, product: Product, entity: Entity): string {
  const { allowed, notWhile, onlyWhile } = entity.deleting;
  if (allowed === "never") return `${entity.plural} can't be deleted.`;
  const doing = allowed === "archives" ? `Deleting ${article(entity.name)} archives it` : `${capital(article(entity.name))} can be deleted`;
  return `${doing}${notWhile ? `, but not while ${whileWords(textAt, product, notWhile)}` : ""}${onlyWhile ? ` only while ${whileWords(textAt, product, onlyWhile)}` : ""}.`;
}

function eventWords(event: EntityEvent): string {
  switch (event.on) {
    case "create":
      return "On create";
    case "change":
      return event.field === null ? "On change" : `On change of ${event.field}`;
    case "enter":
      return `On entering ${event.state}`;
    case "leave":
      return `On leaving ${event.state}`;
  }
}

function eventSays(event: EntityEvent): string {
  switch (event.on) {
    case "create":
      return "is created";
    case "change":
      return event.field === null ? "changes" : `changes its "${event.field}"`;
    case "enter":
      return `becomes ${event.state}`;
    case "leave":
      return `is no longer ${event.state}`;
  }
}
