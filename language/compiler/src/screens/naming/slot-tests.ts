/** Tests for the slots of the forms of point 2: which texts are entities, fields, actions, calls. */
import { fold } from "@nonet/feel";
import type { SlotTests } from "@nonet/forms";
import type { Context } from "../../context/context.ts";
import { sameWord } from "../../text/same-word.ts";
import { findEntity } from "./names.ts";
import { fieldNames } from "./paths.ts";
import { plainText } from "./plain-name.ts";

/** A known path, or a text without the words that part a form: a name that isn't defined is reported where it is compiled. */
const parting = /^(?:an?|the)\s|(?:^|\s)(?:where|from|to|by|until|till|with|when|if|columns)(?:\s|$)|[,;–]/i;

export function slotTests(context: Context): SlotTests {
  const isAction = (text: string): boolean => [...context.declared.entities.values()].some((one) => one.actions.has(fold(plainText(text))));
  return {
    entity: (text) => findEntity(context, plainText(text)) !== null,
    field: (text) => !parting.test(text) || isPath(context, text),
    "entity action": isAction,
    "other action": isAction,
    call: (text) => context.declared.calls.has(fold(plainText(text))),
  };
}

/** Fields of one entity: what a screen of that entity can name. */
export const fieldTests = (context: Context, entity: string): SlotTests => {
  const names = fieldNames(context, entity);
  const isField = (text: string): boolean => sameWord(plainText(text).split(".")[0]!, names) !== undefined;
  return { field: isField, list: isField };
};

/** Whether the text begins with the name of a field of some entity. */
export function isPath(context: Context, text: string): boolean {
  const first = plainText(text).split(".")[0]!;
  return [...context.declared.entities.values()].some((one) => sameWord(first, fieldNames(context, one.name)) !== undefined);
}
