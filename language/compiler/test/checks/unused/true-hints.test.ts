/** What a line uses in a way that is easily overlooked isn't reported as unused or empty. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";

const sound = readFileSync(new URL("../../../../../fixtures/sound.md", import.meta.url), "utf8");

/** By what reads it: the old and new lines of the sound document. */
const cases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "an offered call's input, by its name in a statement": [
    [
      "### Payment settled\n",
      "### Order\n\n- Offers: POST /orders\n- For: Chief\n- Takes: article: text, required\n- Does: create Part with article = article\n- Answers: 201 `{ ok: true }`\n\n### Payment settled\n",
    ],
  ],
  "an offered call's input, by its name in a filter": [
    [
      "### Payment settled\n",
      "### Look\n\n- Offers: GET /look\n- For: Chief\n- Takes: code: text, required\n- Answers: 200 `{ parts: Part[article = code].price }`\n\n### Payment settled\n",
    ],
  ],
  "an offered call's input, by a mail that it sends": [
    [
      "### Payment settled\n",
      '### Remind\n\n- Offers: POST /remind\n- For: Chief\n- Takes: remark: text, required\n- Does: for each r in `Repair[state = "quoted"]`: send "Quote ready" for r\n- Answers: 201 `{ ok: true }`\n\n### Payment settled\n',
    ],
  ],
  "who owns a record, by what is personal": [
    ["### Part\n", "### Note\n\n- about: User\n- writer: User\n- words: text, personal\n\n### Part\n"],
    ["a Bicycle is its owner's.", "a Bicycle is its owner's. A Note is its writer's."],
    ["| Part | – | read | read | all |", "| Part | – | read | read | all |\n| Note | – | – | – | all |"],
  ],
  "a rule in a state that requires the field": [
    ["- paid on: date, read-only", '- paid on: date, read-only\n- bench: text, required when `state = "ready"`'],
    ["| Hours are noted | Repair, while ready | `hours > 0` | HOURS_MISSING |", "| Hours are noted | Repair, while ready | `string length(bench) > 3` | HOURS_MISSING |"],
  ],
  "a role that only gets mails": [
    ["- **Chief** — answers for prices and people", "- **Chief** — answers for prices and people\n- **Neighbour** — hears when we close"],
    ["- **Chief** — includes Mechanic", "- **Chief** — includes Mechanic\n- **Neighbour**"],
    ["### Payment settled\n", "### Closing\n\n- Every: 1st of the month at 06:00\n- Email to: every Neighbour\n- Subject: Hello\n- Body: We close.\n\n### Payment settled\n"],
  ],
};

test.each(Object.entries(cases))("%s", (_, changes) => {
  const text = changes.reduce((all, [old, now]) => {
    expect(all.split(old).length).toBe(2);
    return all.replace(old, () => now);
  }, sound);
  expect(compile([{ name: "spec.md", text }]).diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});
