/** Everything in a document that has a name of its own and can be found, listed and renamed. */
import { fold } from "@nonet/feel";

export type ThingKind = "entity" | "field" | "state" | "action" | "role" | "call" | "screen" | "code" | "constant" | "function" | "calendar" | "condition";

export interface Thing {
  readonly kind: ThingKind;
  readonly name: string;
  /** The entity that a field, a state, an action or a named condition belongs to. */
  readonly entity: string | null;
}

/** Identifies a thing: names are equal in any letter case. */
export const keyOfThing = ({ kind, name, entity }: Thing): string => `${kind} ${entity === null ? "" : fold(entity)}/${fold(name)}`;

const kindWords: Readonly<Record<ThingKind, string>> = {
  entity: "entity",
  field: "field",
  state: "state",
  action: "action",
  role: "role",
  call: "call",
  screen: "screen",
  code: "error code",
  constant: "constant",
  function: "function",
  calendar: "calendar",
  condition: "condition",
};

/** `field "due date" of Loan` */
export const describeThing = ({ kind, name, entity }: Thing): string => `${kindWords[kind]} "${name}"${entity === null ? "" : ` of ${entity}`}`;
