/** What the button of a form for a new record says: the name of its screen ("Book a place"), or what it does where that name is a thing. */
import type { EntityData, FieldData } from "@nonet/screens";
import { named } from "./names.ts";
import { midSentence, t } from "./texts.ts";

export const submitText = (screen: string, entity: Pick<EntityData, "name">, fields: readonly Pick<FieldData, "name">[]): string =>
  isThing(screen, [entity.name, ...fields.map(({ name }) => name)]) ? t("create-entity", { entity: midSentence(named(entity.name)) }) : named(screen);

const articles = new Set(["a", "an", "the", "ein", "eine", "einen", "der", "die", "das", "den"]);

/** "Departure check" where checks are filled in, and "New claim", end with a thing; "Report a defect" says what to do with it. */
function isThing(screen: string, things: readonly string[]): boolean {
  const words = screen.toLowerCase().split(/\s+/);
  return !words.some((word) => articles.has(word)) && things.some((thing) => lastWord(thing) === lastWord(screen));
}

/** Without the ending of a plural. */
const lastWord = (name: string): string => name.toLowerCase().split(/\s+/).at(-1)!.replace(/s$/, "");
