/** Conditions of SQL in FEEL: text in, text out; `–` where FEEL can't say the same. */
import { expect, it } from "vitest";
import { feelOf, type FeelColumn } from "../src/sql/to-feel.ts";

const columns: Readonly<Record<string, FeelColumn>> = {
  price: { name: "price", kind: "number", nullable: true },
  stock: { name: "stock", kind: "number", nullable: false },
  name: { name: "name", kind: "text", nullable: false },
  colour: { name: "colour", kind: "text", nullable: true },
  sold: { name: "sold", kind: "boolean", nullable: true },
  from_date: { name: "from date", kind: "date", nullable: false },
  to_date: { name: "to date", kind: "date", nullable: true },
  buyer: { name: "buyer", kind: "reference", nullable: true },
};

const say = (sql: string, nullAs: "as true" | "as false" = "as true"): string => feelOf(sql, (name) => columns[name] ?? null, nullAs) ?? "–";

it.each([
  ["(price >= (0)::numeric)", "price >= 0"],
  ["((price > (0)::numeric) AND (price < 100.5))", "price > 0 and price < 100.5"],
  ["((stock = 0) OR ((price > (0)::numeric) AND sold))", "stock = 0 or price > 0 and sold != false"],
  ["((stock = 0) OR (price > 1)) AND (stock < 9)", "(stock = 0 or price > 1) and stock < 9"],
  ["(to_date >= from_date)", "to date >= from date"],
  ["(from_date > '2020-01-01'::date)", 'from date > date("2020-01-01")'],
  ["((name)::text <> ''::text)", 'name != ""'],
  ["(char_length(name) < 128)", "string length(name) < 128"],
  ["((name)::text ~ '^[A-Z]'::text)", 'matches(name, "^[A-Z]")'],
  ["((name)::text ~~ 'A%'::text)", 'starts with(name, "A")'],
  ["((name)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))", 'name in ("a", "b")'],
  ["((buyer IS NULL) <> (to_date IS NULL))", "(buyer = null) != (to date = null)"],
  ["(stock <@ int4range(0, 5, '[]'::text))", "stock >= 0 and stock <= 5"],
  // A check that is null holds; in FEEL, equality is never null.
  ["(colour = 'red'::text)", '(colour = null or colour = "red")'],
  ["(colour <> 'red'::text)", 'colour != "red"'],
  ["(NOT (colour = 'red'::text))", 'not(colour = "red")'],
  ["(colour = ANY (ARRAY['red'::text, 'blue'::text]))", '(colour = null or colour in ("red", "blue"))'],
  ["sold", "sold != false"],
  // What FEEL can't say is left alone.
  ["(price / 2 > 1)", "–"],
  ["my_function(price)", "–"],
  ["(unknown > 1)", "–"],
  ["(buyer = 5)", "–"],
  ["(price > ", "–"],
  ["(data ? 'key'::text)", "–"],
  ["(name = 'a`b'::text)", "–"],
])("%s", (sql, feel) => {
  expect(say(sql)).toBe(feel);
});

it("takes null as false in the condition of an index", () => {
  expect(say("(colour = 'red'::text)", "as false")).toBe('colour = "red"');
  expect(say("(colour <> 'red'::text)", "as false")).toBe('(colour != null and colour != "red")');
  expect(say("sold", "as false")).toBe("sold = true");
});
