/** Diagnostics of point 5: rules that never apply, always apply or are affected by empty fields. */
import type { Entry } from "./entry.ts";

export const rulesCatalogue = {
  "prose-rule": {
    severity: "warning",
    explanation:
      "A sentence in a paragraph of point 5 says what must hold, but paragraphs are prose and nothing enforces them. Write it as a row of the table of rules: Rule, Entity, Must hold, Otherwise. If a rule enforces it already, say so in other words, as in “See the rule Not in the past”. Below a screen, it is a sentence such as “Only late ones.” whose condition isn't understood: write `where …` in the cell Shows.",
  },
  "rule-can-be-empty": {
    severity: "hint",
    explanation:
      "A field that the rule reads can be empty. The condition then gives neither yes nor no, and the rule passes, as a check constraint in a database does. An equality over a reference that is empty gives no, and the rule refuses. Say which result you want: write `field = null or …` or `field != null and …`.",
  },
  "range-includes-end": {
    severity: "hint",
    explanation:
      "`no overlap of [start..end]` includes the end: with dates and times, a booking until 11:00 and one from 11:00 overlap at 11:00, and the second one is refused. Write `[start..end)` if one may begin when another one ends. With dates, `[first day..last day]` is what most people mean, and there is no hint.",
  },
  "rule-never-fails": {
    severity: "warning",
    explanation:
      "The rule holds for every value that its fields can have, because of their bounds or choices, or the action that it is about demands the same in When, so its error is never raised. Correct the rule, or remove it.",
  },
  "rule-never-holds": {
    severity: "warning",
    explanation:
      "No value that the fields can have satisfies the rule, because of their bounds or choices, or because of what the action that the rule is about sets: a rule on an action is checked after its effects. Every change or every such action would be refused. Correct the rule or the bounds, read the value before with `old`, or put the condition into When.",
  },
  "refusal-at-unseen-field": {
    severity: "warning",
    explanation:
      "`at FIELD` names a field that nobody may read or fill in, so the error stands at no field. Leave out `at`, or name a field on the form of the people who are refused.",
  },
  "rule-stays": {
    severity: "hint",
    explanation:
      "The rule demands a state of another record. A rule is checked whenever something that it reads changes, so the other record can't leave the state as long as a record refers to it. Write `ENTITY, on create` to ask it of new records only; leave it if that is meant.",
  },
  "rule-never-checked": {
    severity: "warning",
    explanation:
      "The rule is never checked, or its warning can never be confirmed: the action leads to none of the states after `while`, or only the system runs it. Correct the rule's Entity cell or its Otherwise.",
  },
} as const satisfies Record<string, Entry>;
