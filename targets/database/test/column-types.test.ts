/** The columns of each type, and what a new version does with choices, lists and references that were renamed or changed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyType } from "../../../runtime/engine/test/support/every-type-spec.ts";
import { moveTo, openTestDatabase, productOf, store, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
const before = productOf(everyType);

beforeAll(async () => {
  database = await openTestDatabase(before);
}, 120_000);
afterAll(() => database.close());

test("each field type has a column of the matching SQL type", async () => {
  const rows = await database.run<{ column_name: string; udt_name: string }>({
    text: "select column_name, udt_name from information_schema.columns where table_schema = 'app' and table_name = 'thing'",
    values: [],
  });
  const types = Object.fromEntries(rows.map((r) => [r.column_name, r.udt_name]));
  expect(types).toMatchObject({
    number: "text",
    group: "text",
    story: "text",
    lasts: "interval",
    where_to: "text",
    place: "text",
    aliases: "_text",
    colours: "_text",
    code: "text",
    key: "text",
    open_link: "text",
    unit: "text",
    price: "numeric",
    pin: "text",
    keeper: "uuid",
    paper: "uuid",
    owner_record: "uuid",
    country: "text",
    least: "int8",
    ticket: "text",
    archived_at: "timestamptz",
  });
  for (const computed of ["first_two", "any_tag", "tags"]) expect(types).not.toHaveProperty(computed);
  const joined = await database.run<{ column_name: string }>({
    text: "select column_name from information_schema.columns where table_schema = 'app' and table_name = 'thing__tags'",
    values: [],
  });
  expect(joined.map((r) => r.column_name).sort()).toEqual(["from_id", "position", "to_id"]);
});

test("money is rounded to its currency's minor unit, whichever statement writes it", async () => {
  const id = await store(database, before, "Thing", { unit: "JPY", price: "12.5", state: "open" });
  expect(await database.run({ text: "select price::text from app.thing where id = $1", values: [id] })).toEqual([{ price: "13" }]);
  expect(await database.run({ text: "select nonet.minor_units('KWD') k, nonet.minor_units('jpy') j, nonet.minor_units('EUR') e, nonet.minor_units(null) n", values: [] })).toEqual([
    { k: 3, j: 0, e: 2, n: 2 },
  ]);
});

test("stored choices get their new name, in single and multiple choice fields, and the old name is refused", async () => {
  const id = await store(database, before, "Thing", { state: "open", group: "green", colours: ["red", "green"] });
  const after = productOf(
    everyType
      .replace("one of (red, green was lime)", "one of (red, emerald was green)")
      .replace("any of (red, green, blue)", "any of (red, emerald was green, blue)")
      .replace("default red", "default red"),
  );
  const steps = await moveTo(database, before, after);
  expect(steps.filter((s) => s.loses !== null)).toEqual([]);
  expect(
    steps
      .map((s) => s.sentence)
      .filter((s) => s.includes("now called"))
      .sort(),
  ).toEqual(["green of Thing: colours is now called emerald.", "green of Thing: group is now called emerald."]);
  expect(await database.run({ text: `select "group", colours from app.thing where id = $1`, values: [id] })).toEqual([{ group: "emerald", colours: ["red", "emerald"] }]);
  await expect(store(database, after, "Thing", { state: "open", group: "green" })).rejects.toThrow(/check_thing_group/);
});

test("`on delete` of a reference, and of a list of references, can change", async () => {
  const from = productOf(
    everyType.replace("any of (red, green, blue)", "any of (red, emerald was green, blue)").replace("one of (red, green was lime)", "one of (red, emerald was green)"),
  );
  const to = productOf(
    everyType
      .replace("any of (red, green, blue)", "any of (red, emerald was green, blue)")
      .replace("one of (red, green was lime)", "one of (red, emerald was green)")
      .replace("- When owner record is deleted: empty it", "- When owner record is deleted: delete too\n- When tags is deleted: empty it")
      .replace("- Deleting: archives\n", ""),
  );
  await moveTo(database, from, to);
  const tag = await store(database, to, "Tag", { name: "gone" });
  const owner = await store(database, to, "Owner record", { name: "gone" });
  const id = await store(database, to, "Thing", { state: "open", tags: [tag], "owner record": owner });
  await database.run({ text: "delete from app.tag where id = $1", values: [tag] });
  expect(await database.run({ text: "select 1 from app.thing__tags where from_id = $1", values: [id] })).toEqual([]);
  await database.run({ text: "delete from app.owner_record where id = $1", values: [owner] });
  expect(await database.run({ text: "select 1 from app.thing where id = $1", values: [id] })).toEqual([]);
});
