/** What point 3 says of its types and attributes, by code; spread into the compiler's catalogue. */
import type { Entry } from "./entry.ts";

export const catalogue3 = {
  "ambiguous-pattern": {
    severity: "warning",
    explanation:
      "In a sequence `{year}` and `{month}` are those of the day on which the number is taken. Where the entity has a field of that name, write `{this.year}` to mean the field, or give the field another name.",
  },
  "missing-comma": {
    severity: "error",
    explanation: "Commas part a field's type from its attributes, and these from one another: `name: text, required, unique`. Put one where the message says.",
  },
  "secret-leaves": {
    severity: "error",
    explanation:
      "A secret field is written and never read back: nothing that leaves the server may be made of it. Use it in rules, guards and permissions only, or take `secret` away.",
  },
  "kept-by-product": {
    severity: "error",
    explanation: "The product itself gives the field its value, once, so it has no default, no bounds and no form. Leave the attribute out.",
  },
  "state-by-machine": {
    severity: "error",
    explanation:
      "The field is the state of a machine in point 4: the machine says what it may be, where it starts, and who changes it. Point 3 needs no line for it; one may say what it was called (`was`) and that it is `hidden`.",
  },
  "not-a-currency": {
    severity: "error",
    explanation:
      "Money is in a currency's three letters (`money in EUR`) or in a field of the same entity that holds a currency: of the type currency, a text, or one of several codes.",
  },
  "unusable-length": { severity: "error", explanation: "A random text has 4 to 200 characters: fewer would soon be used up, or guessed." },
  "no-person": {
    severity: "error",
    explanation: "`personal` needs to know whose data it is: `personal of FIELD`, where the field names a User. Without `of` it is the entity's only reference to a User.",
  },
  "empties-required": { severity: "error", explanation: "`empty it` would leave a required field empty. Take `required` away, or write `forbid` or `delete too`." },
  "taken-by-no-sequence": { severity: "error", explanation: "Only a sequence is taken on an action; any other field is set by the action's effects." },
  "nothing-fits": {
    severity: "error",
    explanation: "The least that the field can be is more than the most that it can be, so nobody could ever fill it in. Mend one of the two bounds.",
  },
} as const satisfies Record<string, Entry>;
