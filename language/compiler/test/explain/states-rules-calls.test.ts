/** The sentences of states, decisions, rules, calls and values, by line of the document. */
import { expect, test } from "vitest";
import { lineMap } from "@nonet/source";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

const text = `# Specification: Club

## 1. What the product does and for whom

- **Name**: Club
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Player** — plays
- **League officer** — runs it
- **Finance** — pays

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /pay | Pay | form for Bill: Settle | Finance |
| /give | Give | form for Take a gift | Player |
| /clubs | Clubs | list of Club | Player |

### Clubs

- Sort: first name, latest first; short name

## 3. Entities and their fields

### Club

- short name: text, required, unique
- first name: text
- colours: list of text
- kits: any of (red, blue)
- currency: one of (EUR, USD)
- worth: money in currency
- code: random text of 12 characters
- ends: date
- animal: Species
- Sort: first name, latest first; short name

### Species

- name: text

### Ward news

- name: text

### Match

- title: text, required
- pitch: Club
- kick-off: date and time, required
- final whistle: date and time, required
- fee: money
- count of goals: integer

### Bill

- title: text, required
- amount: money, required
- medicine: Club
- lines: list of Bill line by bill
- Locked while: sent / closed
- Deleting: not allowed while sent, closed

### Bill line (part of Bill)

- text: text
- amount: money

### Note

- text: text
- bill: Bill

## 4. States and transitions

### Match

- Starts as: planned
- Ends as: over

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| planned | Play | over | Player | \`kick-off < now()\`, else TOO_EARLY | set fee = 3 EUR |

### Match: review

- Starts as: not sent
- Ends as: lapsed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| not sent | Offer | offered | Player | | |
| offered | (after 10 days) | lapsed | system | | |

### Bill

- Starts as: open
- Ends as: closed, dropped

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open, sent | Bill out | sent | League officer | | for each l in lines: set l.amount = \`l.amount + 1 EUR\`; create Note with text = \`title\`, bill = \`this\`; set amount = 5 EUR |
| (any) | Drop | dropped | League officer | | |
| sent | Keep | open | system | | |
| sent | Settle | closed | Finance | | |

- Settle is decided by: majority of League officer, refused by any as Keep, lapses after 10 days as Keep

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One at a time | Match | no overlap of \`[kick-off..final whistle)\` per pitch | TAKEN at pitch |
| Closed | Match | no overlap of \`[kick-off..final whistle]\` per title | TAKEN |

## 6. Roles and permissions

- **Player**
- **League officer**
- **Finance**

| | Player | League officer | Finance |
|---|---|---|---|
| Club | all | all | read |
| Match | all | all | read |
| Bill | read | all | all |
| Note | read | all | all |
| Species | all | all | read |
| Ward news | all | all | read |

## 7. The calls it makes

### Post

- Every: 15 minutes, for each Bill where \`amount > 3 EUR\`
- Request: POST \`https://example.org/x\`
- Signed with: HMAC-SHA256 of the body by \`secret hook\` in header X-Sig
- Headers: X-Key: \`secret other key\`; X-Kind: bill; Authorization: Bearer \`secret token\`
- Retry: 5 times, every 10 minutes
- Sends: \`{ a: title }\`
- Otherwise: POST_FAILED; set amount = 1 EUR
- Dropped when: \`amount = 2 EUR\`

### Hook

- Receives: POST /hooks/x
- Signed with: bearer \`secret in key\`
- Counts once per: \`body.id\`
- Finds: Club where \`short name = body.name\`, or creates one with short name = \`body.name\`
- Then: set first name = \`body.first\`
- Answers: 202 \`{ ok: true }\`

### Yearly

- Every: 31 March at 23:00
- Does: create Note with text = "x"

### Monthly

- Every: 1st of the month at 06:00
- Does: create Note with text = "x"

### Weekly

- Every: Monday at 09:00, for each Bill
- Email to: \`"a@example.org"\`
- Subject: x
- Body: y

### Take a gift

- Offers: POST /gifts
- For: Player
- Takes: title: text, required; key: text
- Counts once per: \`asked.key\`
- Signed in by: header Authorization: Token …
- Does: create Bill as b with title = \`asked.title\`, amount = 1 EUR; set b.amount = 2 EUR
- Answers: 201 \`{ id: b.title }\`
- Errors: \`{ error: code }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | Taken. |
| TOO_EARLY | 409 | Early. |
| POST_FAILED | 502 | Failed. |

## 9. Business constants and limits

| Name | Value | Unit | Meaning |
|---|---|---|---|
| sign-in attempts | 5 | | |
| days of grace | 3 | days | |
| fee | 60; 70 from 2027-01-01 | EUR | |
| price basis | 3 | | |
`;

const { product, diagnostics } = compile([{ name: "spec.md", text }]);
const all = sentences(product);
const places = lineMap(text);

/** The nth sentence of the line that begins like this. States are left out, because many lines name them. */
function saidAt(begin: string, nth = 0): string[] {
  const lines = text.split("\n").flatMap((one, i) => (one.startsWith(begin) ? [i + 1] : []));
  expect(lines.length, begin).toBeGreaterThan(nth);
  return all.flatMap(({ what, sentence, span }) => (span && !what.startsWith("state ") && places(span.from).line === lines[nth] ? [sentence] : []));
}

test("the document has no errors", () => expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]));

test.each<[string, string[], number?]>([
  ["| /pay |", ['Somebody in Finance can open "Pay" at /pay, a form for "Settle" on a Bill.']],
  ["| /give |", ['A Player can open "Give" at /give, a form for the call "Take a gift".']],
  ["- colours", ['The field "colours" of a Club holds texts.']],
  ["- kits", ['The field "kits" of a Club holds any of red and blue.']],
  ["- worth", ['The field "worth" of a Club is an amount of money in the currency given by its "currency".']],
  ["- code", ['The field "code" of a Club is a random text of 12 characters.']],
  ["- ends", ['The field "ends" of a Club is a date.']],
  ["### Species", ["The product stores Species.", 'A Species is shown as its "name" (default 6).']],
  ["### Ward news", ["The product stores Ward news.", 'A Ward news is shown as its "name" (default 6).']],
  ["- lines: list", ['The field "lines" of a Bill lists the Bill line records whose "bill" is this record.']],
  ["- Locked while", ["Nobody can change a Bill while it is sent or closed."]],
  ["- Deleting", ["A Bill can be deleted, but not while it is sent or closed."]],
  ["| planned", ['When a Player runs "Play" on a planned Match while kick-off < now(), it becomes over, and its "fee" is set to 3 EUR; otherwise it is refused with TOO_EARLY.']],
  ["| not sent", ['When a Player runs "Offer" on a Match whose "review" is not sent, its "review" becomes offered.']],
  ["| offered", ['A Match whose "review" is offered changes automatically 10 days after it entered this state: its "review" becomes lapsed.']],
  [
    "| open, sent",
    [
      'When a League officer runs "Bill out" on an open Bill, it becomes sent; for each l in lines, l.amount is set to l.amount + 1 EUR; a Note is created with "text" set to "title" and "bill" to this record; and the Bill\'s "amount" is set to 5 EUR.',
      'When a League officer runs "Bill out" on a sent Bill, it stays sent; for each l in lines, l.amount is set to l.amount + 1 EUR; a Note is created with "text" set to "title" and "bill" to this record; and the Bill\'s "amount" is set to 5 EUR.',
    ],
  ],
  ["| (any)", ['When a League officer runs "Drop" on an open Bill, it becomes dropped.', 'When a League officer runs "Drop" on a sent Bill, it becomes dropped.']],
  ["- Settle is", ['"Settle" on a Bill runs when a majority of the League officers has said yes; after one no, "Keep" runs; and after 10 days, "Keep" runs.']],
  [
    "| One at a time",
    [
      'For a Match, no other Match with the same "pitch" may overlap the range from kick-off to final whistle (exclusive); otherwise the change is refused with TAKEN (at the field "pitch").',
    ],
  ],
  ["| Closed", ['For a Match, no other Match with the same "title" may overlap the range from kick-off to final whistle; otherwise the change is refused with TAKEN.']],
  [
    "### Post",
    [
      "Every 15 minutes, for each Bill where amount > 3 EUR, the product calls POST https://example.org/x, up to 6 times until it succeeds.",
      '"Post" expects an answer with a status from 200 to 299 within 10 seconds (default 13).',
    ],
  ],
  ["- Signed with: HMAC", ['"Post" carries an HMAC-SHA256 of the body by the secret hook in the header X-Sig.']],
  ["- Headers", ['"Post" carries the headers X-Key (the secret other key), X-Kind (bill) and Authorization (Bearer and the secret token).']],
  ["- Retry", ['"Post" is sent again up to 5 times, 10 minutes after each failure.']],
  ["- Sends", ['"Post" sends { a: title }.']],
  ["- Otherwise", ['When "Post" doesn\'t get this answer after all attempts, it fails with POST_FAILED, and the Bill\'s "amount" is set to 1 EUR.']],
  ["- Dropped when", ['"Post" is discarded when amount = 2 EUR.']],
  ["### Hook", ['The product accepts POST /hooks/x for the Club where short name = body.name; then its "first name" is set to body.first.']],
  ["- Signed with: bearer", ['"Hook" is accepted only with the secret in key as a bearer token.']],
  ["- Counts once per", ['"Hook" is processed once for each body.id.']],
  ["- Finds", ['If "Hook" finds no Club, one is created with "short name" set to body.name.']],
  ["- Answers: 202", ['"Hook" answers with the status 202 and { ok: true }.']],
  ["### Yearly", ['On 31 March of every year at 23:00, a Note is created with "text" set to "x".']],
  ["### Monthly", ['On the 1st of every month at 06:00, a Note is created with "text" set to "x".']],
  ["### Weekly", ['Every Monday at 09:00, for each Bill, the mail "Weekly" is sent to "a@example.org".']],
  [
    "### Take a gift",
    ['The product offers POST /gifts to Player; then a Bill (called b) is created with "title" set to the given "title" and "amount" to 1 EUR; and b.amount is set to 2 EUR.'],
  ],
  ["- Signed in by", ['Callers of "Take a gift" sign in with a key in the header Authorization after "Token".']],
  ["- Counts once per", ['"Take a gift" is processed once for each asked.key.'], 1],
  ["- Answers: 201", ['"Take a gift" answers with the status 201 and { id: b.title }.']],
  ["- Errors", ['An error of "Take a gift" contains { error: code }.']],
  ["| sign-in attempts", ["Sign-in attempts are 5."]],
  ["| days of grace", ["Days of grace are 3 days."]],
  ["| fee", ["Fee is 60 EUR then 70 EUR from 2027-01-01."]],
  ["| price basis", ["Price basis is 3."]],
])("%s", (begin, sentencesThere, nth) => expect(saidAt(begin, nth)).toEqual(sentencesThere));

test("a sort order is explained with its directions", () => {
  const said = all.map(({ sentence }) => sentence);
  expect(said).toContain('It is sorted by "first name" (descending), then "short name".');
  expect(said).toContain('Clubs are sorted by "first name" (descending), then "short name".');
});

test("(any) is any state, not a state of that name", () => expect(product.machines.flatMap(({ states }) => states.map(({ name }) => name))).not.toContain("(any)"));

test("bounds of what an action asks for, the help of an error and a screen outside of the menu are explained", () => {
  const changed = text
    .replace("| Route | Screen | Shows | For |\n|---|---|---|---|", "| Route | Screen | Shows | For | Menu |\n|---|---|---|---|---|")
    .replace("| list of Club | Player |", "| list of Club | Player | no |")
    .replace("- amount: money, required", "- amount: money, required, at most 90 EUR")
    .replace("- Settle is decided", "- Bill out asks for: amount\n- Settle is decided")
    .replace("| Code | Status | Message |\n|---|---|---|", "| Code | Status | Message | Help |\n|---|---|---|---|")
    .replace("| TAKEN | 409 | Taken. |", "| TAKEN | 409 | Taken. | Take another pitch. |");
  const said = sentences(compile([{ name: "spec.md", text: changed }]).product).map(({ sentence }) => sentence);
  expect(said).toContain('"Bill out" on a Bill asks for "amount" (at most 90 EUR).');
  expect(said).toContain('The error TAKEN has the status 409 and the message "Taken". It advises: Take another pitch.');
  expect(said).toContain('"Clubs" isn\'t in the menu.');
});
