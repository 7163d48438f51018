/** After any edit a checker gives exactly the result of a check from scratch: diagnostics, product and places. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { compile, makeChecker } from "../src/checker.ts";
import { type Compiled } from "../src/compiled.ts";
import { dice, documents, mutations } from "./mutations.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
/** Sessions, and edits made in each, one after the other. In the short run every document has one session. */
const [sessions, edits] = isLong ? [600, 40] : [documents.length, 2];

type Roll = (below: number) => number;

/** What people do most: a letter typed or taken away, a line begun, a word put in the place of another. */
const keystrokes: readonly ((text: string, roll: Roll) => string)[] = [
  (text, roll) => insert(text, roll(text.length), "xe \n|`-,:(1"[roll(11)]!),
  (text, roll) => insert(text, atWord(text, roll), "a"),
  (text, roll) => removed(text, atWord(text, roll), 1),
  (text, roll) => removed(text, roll(text.length), 1 + roll(4)),
  (text, roll) =>
    insert(
      text,
      text.indexOf("\n", roll(text.length)) + 1,
      ["\n", "- note: text\n", "Something.\n", "### Thing\n\n- name: text\n\n", "## 9. Business constants and limits\n"][roll(5)]!,
    ),
];

const insert = (text: string, at: number, put: string): string => text.slice(0, at) + put + text.slice(at);
const removed = (text: string, at: number, count: number): string => text.slice(0, at) + text.slice(at + count);
/** In the middle of a word, most of which mean something. */
const atWord = (text: string, roll: Roll): number => {
  const from = roll(text.length);
  const found = text.slice(from).search(/[a-z]{3}/i);
  return found < 0 ? from : from + found + 1;
};

/** An edit taken back comes as often as a mutation of the whole. */
function edited(texts: readonly string[], roll: Roll): string {
  const text = texts.at(-1)!;
  const kind = roll(10);
  if (kind === 0) return mutations[Object.keys(mutations)[roll(Object.keys(mutations).length)]!]!(text.split("\n"), roll);
  if (kind === 1) return texts[roll(texts.length)]!;
  return keystrokes[roll(keystrokes.length)]!(text, roll);
}

const whole = ({ product, diagnostics, open, prose, enforced, elements, tree }: Compiled) => ({ product, diagnostics, open, prose, enforced, elements, tree });

test(
  "after each edit a checker says what a check from nothing says",
  () => {
    for (let session = 1; session <= sessions; session++) {
      const roll = dice(session);
      const checker = makeChecker();
      const texts = [documents[isLong ? roll(documents.length) : session - 1]!];
      for (let edit = 0; edit <= edits; edit++) {
        const sources = [{ name: "edited.md", text: texts.at(-1)! }];
        const [kept, fresh] = [whole(checker.check(sources)), whole(compile(sources))];
        if (!isDeepStrictEqual(kept, fresh)) expect(kept, `session ${session}, edit ${edit}`).toEqual(fresh);
        const next = edited(texts, roll);
        // Trying another text first changes neither its result nor that of the next check.
        const aside = [{ name: "edited.md", text: edited([...texts, next], roll) }];
        const [tried, expected] = [whole(checker.tryOut(aside)), whole(compile(aside))];
        if (!isDeepStrictEqual(tried, expected)) expect(tried, `session ${session}, tried after edit ${edit}`).toEqual(expected);
        texts.push(next);
      }
    }
  },
  isLong ? 60 * 60_000 : 600_000,
);

test("several files are re-checked as one specification", () => {
  const text = documents[0]!;
  const at = text.indexOf("## 5.");
  const checker = makeChecker();
  const files = (first: string, second: string) => [
    { name: "a.md", text: first },
    { name: "b.md", text: second },
  ];
  for (const sources of [
    files(text.slice(0, at), text.slice(at)),
    files(`${text.slice(0, at)}\nMore.\n`, text.slice(at)),
    files(text.slice(0, at), `\n\n${text.slice(at)}`),
    [{ name: "a.md", text }],
    [...files(text.slice(0, at), text.slice(at)), { name: "c.md", text: "# More\n" }],
  ])
    expect(whole(checker.check(sources))).toEqual(whole(compile(sources)));
});

test("unchanged units are not compiled again", () => {
  const text = documents[0]!;
  const checker = makeChecker();
  const before = checker.check([{ name: "a.md", text }]);
  const after = checker.check([{ name: "a.md", text: text.replace(/\n\n(?=[A-Z][a-z])/, "\n\nAlso: ") }]);
  expect(after.tree.sources[0]!.text).not.toBe(before.tree.sources[0]!.text);
  const same = after.product.entities.map((entity, i) => entity.fields.at(-1)?.type === before.product.entities[i]?.fields.at(-1)?.type);
  expect(same).toContain(true);
  expect(same.filter((one) => !one).length).toBeLessThanOrEqual(1);
});

test("a value read for several statements is a dependency of each", () => {
  const text = (type: string) => `# Specification: Shelves

## 3. Entities and their fields

### Rack
- name: text, required
- open: ${type}

### Box
- rack: Rack, required

### Bag
- rack: Rack, required

## 4. States and transitions

### Box

- Starts as: in

| From | Action | To | Who |
|---|---|---|---|
| in | Take | out | Keeper near |

### Bag

- Starts as: in

| From | Action | To | Who |
|---|---|---|---|
| in | Take | out | Keeper near |

## 6. Roles and permissions

- **Keeper**
- A Box is near when \`box.rack.open\`
- A Bag is near when \`bag.rack.open\`

| | Keeper |
|---|---|
| Rack, Box, Bag | all |
`;
  const checker = makeChecker();
  for (const type of ["yes/no", "yes/no, required", "text", "yes/no, required"]) {
    const sources = [{ name: "shelves.md", text: text(type) }];
    expect(whole(checker.check(sources))).toEqual(whole(compile(sources)));
  }
});

test("a field that is read-only instead of required is another field for the rules that read it", () => {
  const text = (attribute: string) => `# Specification: Ranks

## 3. Entities and their fields

### Trip
- rank: integer, ${attribute}, default 0
- price: number
- On create: set rank = \`price\`

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Ranked | Trip | \`rank >= 0\` | WRONG |
`;
  const checker = makeChecker();
  const codes = (attribute: string) => checker.check([{ name: "ranks.md", text: text(attribute) }]).diagnostics.map(({ code }) => code);
  expect(codes("required")).not.toContain("rule-can-be-empty");
  expect(codes("read-only")).toContain("rule-can-be-empty");
});

/** In the short run one cell in each eighth table, another in each; with NONET_LONG every cell of every kind of table. */
test("rows are read again when their header changes its meaning", () => {
  const seen = new Set<string>();
  let table = 0;
  for (const text of documents) {
    const checker = makeChecker();
    const check = (changed: string) => whole(checker.check([{ name: "a.md", text: changed }]));
    const unchanged = check(text);
    const headers = [...text.matchAll(/^\|[^\n]*\|\n(?=\|[-: |]+\|\n)/gm)].filter(([header]) => !seen.has(header) && seen.add(header));
    for (const header of headers) {
      const cells = header[0].split("|").slice(1, -1);
      if (!isLong && table++ % 8 !== 0) continue;
      for (const cell of isLong ? cells : [cells[Math.floor(table / 8) % cells.length]!]) {
        const changed = text.slice(0, header.index) + header[0].replace(`|${cell}|`, `|${cell.trimEnd()}x |`) + text.slice(header.index + header[0].length);
        for (const [kept, fresh] of [
          [check(changed), whole(compile([{ name: "a.md", text: changed }]))],
          [check(text), unchanged],
        ])
          if (!isDeepStrictEqual(kept, fresh)) expect(kept, `${header[0]} with ${cell}x`).toEqual(fresh);
      }
    }
  }
}, 600_000);
