import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";

const found = (row: string): readonly string[] =>
  compile([
    {
      name: "spec.md",
      text: `# Rooms\n\n## 3. Entities\n\n### Booking\n\n- starts at: date and time, required\n- reminded: yes/no, default no\n\n## 4. States and transitions\n\n### Booking\n\n| From | Action | To | Who | When | Then |\n|---|---|---|---|---|---|\n| (new) | Book | booked | | | |\n${row}\n\n## 7. Calls\n\n### Soon\n\n- Email to: created by\n- Subject: Soon\n- Body: Soon\n`,
    },
  ]).diagnostics.flatMap((d) => (d.severity === "error" ? [d.code] : []));

test.each([
  ["| booked | (at `starts at - 2 hours`) | booked | | | send Soon |", []],
  ["| booked | (at `starts at - 2 hours`) | booked again | | | send Soon |", []],
  ["| booked | (after 3 days) | booked | | | send Soon |", []],
  ["| booked | (after 3 days) | booked again | | | send Soon |", []],
  ["| booked | (at `starts at - 2 hours`) | booked | | not reminded | set reminded = true; send Soon |", []],
])("%s", (row, codes) => expect(found(row)).toEqual(codes));
