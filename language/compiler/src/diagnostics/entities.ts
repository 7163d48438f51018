/** Diagnostics of point 3: types, attributes and initial records. */
import type { Entry } from "./entry.ts";

export const entitiesCatalogue = {
  "unknown-type": {
    severity: "error",
    explanation: "This is neither a type nor an entity of point 3. Use a type such as `text`, `number` or `date`, or the name of an entity.",
  },
  "doubled-entity": {
    severity: "error",
    explanation: "The entity is defined twice, and only the first definition is used. Merge the two definitions.",
  },
  "computed-with-input": {
    severity: "error",
    explanation: "A computed field never takes input, so it can't have a default or be `required` or `set once`. Remove the attribute.",
  },
  "bound-without-measure": {
    severity: "error",
    explanation: "`at least` and `at most` apply to numbers, dates and times, the length of texts and the size of lists. Remove the bound from this field.",
  },
  "sequence-without-counter": {
    severity: "error",
    explanation: "The pattern of the sequence has no counter, so every record would get the same text. Add a counter, such as `{0000}`.",
  },
  "ambiguous-pattern": {
    severity: "warning",
    explanation:
      "In a sequence, `{year}` and `{month}` stand for the day on which the number is assigned. The entity also has a field of that name: write `{this.year}` to use the field, or rename the field.",
  },
  "missing-comma": {
    severity: "error",
    explanation: "A comma is missing between the type and its attributes, or between two attributes. Write `name: text, required, unique`.",
  },
  "secret-leaves": {
    severity: "error",
    explanation: "A secret field can be written but never read back, and here its value would leave the server. Use it only in rules, guards and permissions, or remove `secret`.",
  },
  "kept-by-product": {
    severity: "error",
    explanation: "The product sets this field itself, once, so it can't have a default, bounds or a pattern. Remove the attribute.",
  },
  "state-by-machine": {
    severity: "error",
    explanation:
      "The field is the state of a machine in point 4, which defines its values, where it starts and who changes it. Remove the line, or keep only `was …` and `hidden`.",
  },
  "not-a-currency": {
    severity: "error",
    explanation:
      "This is not a currency. Write a three-letter code, as in `money in EUR`, or the name of a field of the same entity that holds a currency: a field of type `currency` or `text`, or a choice of currency codes.",
  },
  "unusable-length": {
    severity: "error",
    explanation: "A random text must have 4 to 200 characters. With fewer characters the texts would run out or could be guessed.",
  },
  "no-person": {
    severity: "error",
    explanation:
      "`personal` doesn't say whose data it is. Write `personal of FIELD` with a field of the record itself that refers to a User and is stored. Without `of`, the entity must have exactly one reference to a User. Where another record names the person, store the person in a field: `reader: User, read-only` and `On create: set reader = loan.reader`.",
  },
  "personal-out-of-reach": {
    severity: "warning",
    explanation:
      "Where an entity refers to no User, the record itself stands for the person, and whoever may delete it exports and erases its data. Here nobody may. Grant `delete`, or write `personal of FIELD` with a field that refers to a User.",
  },
  "erasing-always-refused": {
    severity: "warning",
    explanation:
      "The condition of `Erasing: refused … while` always holds or never does, because of the states, bounds or choices of the entity. Correct the condition, or remove the line.",
  },
  "erasing-nothing": {
    severity: "warning",
    explanation:
      "`Erasing` puts off the erasure of the personal data in a record, but none of its fields is marked `personal`, so the line has no effect. Mark the fields that hold a person's data, or remove the line. The data of a part is put off by a line of the part.",
  },
  "amount-without-currency": {
    severity: "warning",
    explanation: "The field that says the currency of an amount can be empty, so the amount can be stored without one. Make it required, or give it a default.",
  },
  "empties-required": {
    severity: "error",
    explanation:
      "A required field would be left empty: by `empty it`, or by an effect that gives it no value (`set F = null`, `clear F`, `with F = null`), which is refused whenever it runs. Remove `required`, or write `forbid` or `delete too`, or give a value. `forget F` may empty a required field: it erases it from the history too.",
  },
  "taken-by-no-sequence": {
    severity: "error",
    explanation: "Only a sequence can be assigned by an action. Set any other field in the effects of the action.",
  },
  "nothing-fits": {
    severity: "error",
    explanation: "The lower bound of the field is greater than its upper bound, so no value is valid. Correct one of the bounds.",
  },
  "missing-initial-record": {
    severity: "error",
    explanation: "An initial record refers to a record that is not among the initial records, so a new product couldn't start. Add the record, or correct its name.",
  },
  "several-records": {
    severity: "error",
    explanation: "A value of an initial record names several, as `Room 1 to 20` does in a unique field. A row makes one record. Write a row for each.",
  },
  "unsuited-name": {
    severity: "hint",
    explanation:
      "The entity has no `Shown as`, and its only text is hidden, long, a place, or filled in by effects. A hidden text names no record; another one does so badly. Add `Shown as`, with a field or with a text such as `{tool}, {from}`.",
  },
  "incomplete-initial-record": {
    severity: "error",
    explanation:
      "An initial record lacks the value of a required field, so a new product couldn't start. Add the value. The default `me` doesn't help, because nobody is signed in when initial records are created.",
  },
} as const satisfies Record<string, Entry>;
