/** Whether a text compares something in words: `paid on is empty`, `it has an alarm`, `at least 2 lines`. */
import { comparisons } from "./comparison-words.ts";

const after = [...comparisons.map(([words]) => words), "empty", "missing", "blank", "given", "set", "null", "true", "false", "positive", "negative"];
const more = ["in the", "in", "within", "between", "one of", "any of", "none of", "neither", "today", "tomorrow", "yesterday", "over"];
const copula = "(?:is|are|isn['’]t|aren['’]t|must be|falls)";
const predicate = new RegExp(
  String.raw`(?:^|\s)(?:${copula}\s+(?:not\s+)?(?:${[...after, ...more].join("|")})|(?:has|have)\s+(?:an?|no|any|not|passed|come|at|more|less|fewer|\d)|has\s+(?:no\s+)?value|(?:does not|doesn['’]t|must not)\s+(?:exceed|contain)|exceeds|equals|contains|starts with|ends with|where)\b`,
  "i",
);

export const readsAsCondition = (text: string): boolean => predicate.test(text);
