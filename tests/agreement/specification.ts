/** A specification with a field of every kind, and rows for it: leap days, both changes of the clocks, many scripts, nulls. */
import type { Random } from "./random.ts";

export const specification = `# Specification: Agreement

## 1. What the product does and for whom

- **Name**: Agreement
- **Time zone**: Europe/Berlin
- **Currency**: EUR

For whom:

- **Tester** — a tester

## 3. Entities and their fields

### Maker

- name: text, required
- born: date
- score: number
- things: list of Thing by maker

### Thing

- label: text, required
- note: text
- amount: number
- ratio: number
- total: integer, required
- rank: integer
- price: money
- cost: money, required
- share: percent
- ready: yes/no, required
- fresh: yes/no
- start: date
- finish: date, required
- opens: time
- closes: time
- seen: date and time
- sent: date and time, required
- span: duration
- pause: duration, required
- shade: one of (red, green, dark blue)
- tone: one of (red, green, black), required
- tags: any of (red, green, dark blue)
- words: list of text
- mail: email
- copy: email
- maker: Maker
- owner: Maker, required
- buddy: Thing
- friends: list of Maker
- followers: list of Thing by buddy
- double: number = amount * 2
- dearest: money = max(lines.price)
- line sum: money = sum(lines.price)

### Line (part of Thing)

- title: text, required
- price: money
- count of pieces: integer
- due: date
- maker: Maker

## 6. Roles and permissions

- **Tester**

| Entity | Tester |
|---|---|
| Thing | all |
| Maker | all |
| Line | all |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| vat rate | 19 % | what is added |
| most pieces | 3 | how many |
| longest span | 36 hours | how long |
| notice | 2 months | how early |
| cap | 99.99 EUR | how much |
| opening day | 2024-02-29 | since when |
| motto | "Straße" | what is said |
`;

export const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"] as const;
/** When it is: just before, in and after the hour that comes twice in Berlin. */
export const moments = ["2026-10-24T23:30:00Z", "2026-03-28T11:00:00Z", "2028-02-29T23:59:59.5Z"] as const;

const texts = [
  "",
  "a",
  "A",
  "b",
  "Z",
  "é",
  "é",
  "ß",
  "SS",
  "ſ",
  "Straße",
  "ΑΣ",
  "ας",
  "İ",
  "ı",
  "дом",
  "Дом",
  "水",
  "日本",
  "🐎",
  "😀x",
  "a b",
  " a",
  "10",
  "9",
  "1.50",
  "-3",
  "red",
  "dark blue",
  "a,b,,c",
  "ﬁ",
  "Ǆ",
  "x\ny",
  "%_",
  "\\",
  "'\"",
  "2026-03-01",
  "true",
  " 10",
  "1e3",
  "1.234,5",
  "P1D",
  "PT36H",
  "-P2M",
  "08:30:00",
  "24:00:00",
  "2026-02-30",
  "\u212a",
] as const;
const numbers = [
  "0",
  "1",
  "-1",
  "2",
  "3",
  "0.1",
  "-0.1",
  "2.5",
  "-2.5",
  "3.5",
  "0.005",
  "1.005",
  "99.99",
  "1234567.89",
  "0.3333333333333333333333333333333333",
  "12345678901234567890123456789012.34",
  "1e20",
  "-7",
  "1000000007",
  "0.000000000000000000000001",
  "9999999999999999999999999999999999",
] as const;
const integers = ["0", "1", "-1", "2", "3", "7", "-12", "100", "2147483648", "9007199254740993"] as const;
const moneys = ["0.00", "0.01", "1.00", "-1.00", "2.50", "99.99", "1234.56", "100.00", "99999999999.99"] as const;
const percents = ["0", "0.05", "0.19", "1", "0.333", "-0.1"] as const;
const dates = [
  "2024-02-29",
  "2023-02-28",
  "2026-03-29",
  "2026-10-25",
  "2026-01-31",
  "2025-12-31",
  "2026-12-31",
  "2000-02-29",
  "1999-12-31",
  "2026-03-28",
  "2027-01-03",
  "2020-12-31",
] as const;
const times = ["00:00:00", "02:30:00", "08:30:00", "12:00:00", "23:59:59", "23:59:59.5"] as const;
const instants = [
  "2026-03-29T00:30:00Z",
  "2026-03-29T01:30:00Z",
  "2026-10-25T00:30:00Z",
  "2026-10-25T01:30:00Z",
  "2026-03-08T06:30:00Z",
  "2026-11-01T05:30:00Z",
  "2026-11-01T06:30:00Z",
  "2024-02-29T12:00:00Z",
  "2026-03-28T01:30:00Z",
  "2026-10-24T00:30:00Z",
  "2025-12-31T23:30:00Z",
  "2026-04-04T15:15:00Z",
  "2026-10-03T15:45:00.25Z",
] as const;
const spans = ["PT0S", "P1D", "PT24H", "PT1H", "-P1D", "P14D", "PT90M", "P1DT2H3M4S", "-PT36H", "PT0.5S", "P400D"] as const;
const choices = { shade: ["red", "green", "dark blue"], tone: ["red", "green", "black"] } as const;
const mails = ["ada@example.test", "Ada@Example.test", "bo@example.test", "ADA@EXAMPLE.TEST"] as const;

export interface Row {
  readonly entity: "Maker" | "Thing" | "Line";
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const idOf = (kind: number, n: number): string => `00000000-0000-7000-800${kind}-${String(n).padStart(12, "0")}`;

/** Makers, things and their lines, in the order in which they are stored. */
export function rowsFrom(random: Random, count: number): Row[] {
  const maybe = <T>(from: readonly T[]): T | null => (random.chance(0.2) ? null : random.pick(from));
  const some = <T>(from: readonly T[], most: number): T[] => [...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(from)))];
  const makers = Array.from({ length: 4 }, (_, n): Row => ({
    entity: "Maker",
    id: idOf(1, n),
    values: { name: random.pick(texts.slice(1)), born: maybe(dates), score: maybe(numbers) },
  }));
  const makerIds = makers.map((each) => each.id);
  const things = Array.from({ length: count }, (_, n): Row => ({
    entity: "Thing",
    id: idOf(2, n),
    values: {
      label: random.pick(texts.slice(1)),
      note: maybe(texts),
      amount: maybe(numbers),
      ratio: maybe(numbers),
      total: random.pick(integers),
      rank: maybe(integers),
      price: maybe(moneys),
      cost: random.pick(moneys),
      share: maybe(percents),
      ready: random.chance(0.5),
      fresh: maybe([true, false]),
      start: maybe(dates),
      finish: random.pick(dates),
      opens: maybe(times),
      closes: maybe(times),
      seen: maybe(instants),
      sent: random.pick(instants),
      span: maybe(spans),
      pause: random.pick(spans),
      shade: maybe(choices.shade),
      tone: random.pick(choices.tone),
      tags: some(choices.shade, 3),
      words: Array.from({ length: random.below(4) }, () => random.pick(texts)),
      mail: maybe(mails),
      copy: maybe(mails),
      maker: maybe(makerIds),
      owner: random.pick(makerIds),
      buddy: n === 0 ? null : maybe(Array.from({ length: n }, (__, i) => idOf(2, i))),
      friends: some(makerIds, 3),
    },
  }));
  const lines = things.flatMap((thing, t) =>
    Array.from({ length: [0, 1, 3, 2][t % 4]! }, (_, n): Row => ({
      entity: "Line",
      id: idOf(3, t * 10 + n),
      values: { thing: thing.id, title: random.pick(texts.slice(1)), price: maybe(moneys), "count of pieces": maybe(integers), due: maybe(dates), maker: maybe(makerIds) },
    })),
  );
  return [...makers, ...things, ...lines];
}
