/** The columns of each type, and what a new version does with choices, lists and references that were renamed or changed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyType } from "../../../runtime/engine/test/support/every-type-spec.ts";
import { moveTo, openHouse, productOf, store, type House } from "./house.ts";

let house: House;
const before = productOf(everyType);

beforeAll(async () => {
  house = await openHouse(before);
}, 120_000);
afterAll(() => house.close());

test("each type has the column that fits it", async () => {
  const rows = await house.run<{ column_name: string; udt_name: string }>({
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
  const joined = await house.run<{ column_name: string }>({
    text: "select column_name from information_schema.columns where table_schema = 'app' and table_name = 'thing__tags'",
    values: [],
  });
  expect(joined.map((r) => r.column_name).sort()).toEqual(["from_id", "position", "to_id"]);
});

test("a currency's minor unit rounds what is stored, whichever statement writes it", async () => {
  const id = await store(house, before, "Thing", { unit: "JPY", price: "12.5", state: "open" });
  expect(await house.run({ text: "select price::text from app.thing where id = $1", values: [id] })).toEqual([{ price: "13" }]);
  expect(await house.run({ text: "select nonet.minor_units('KWD') k, nonet.minor_units('jpy') j, nonet.minor_units('EUR') e, nonet.minor_units(null) n", values: [] })).toEqual([
    { k: 3, j: 0, e: 2, n: 2 },
  ]);
});

test("renamed choices take their new name, in one and in many, and the old name can't come back", async () => {
  const id = await store(house, before, "Thing", { state: "open", group: "green", colours: ["red", "green"] });
  const after = productOf(
    everyType
      .replace("one of (red, green was lime)", "one of (red, emerald was green)")
      .replace("any of (red, green, blue)", "any of (red, emerald was green, blue)")
      .replace("default red", "default red"),
  );
  const steps = await moveTo(house, before, after);
  expect(steps.filter((s) => s.loses !== null)).toEqual([]);
  expect(
    steps
      .map((s) => s.sentence)
      .filter((s) => s.includes("now called"))
      .sort(),
  ).toEqual(["green of Thing: colours is now called emerald.", "green of Thing: group is now called emerald."]);
  expect(await house.run({ text: `select "group", colours from app.thing where id = $1`, values: [id] })).toEqual([{ group: "emerald", colours: ["red", "emerald"] }]);
  await expect(store(house, after, "Thing", { state: "open", group: "green" })).rejects.toThrow(/check_thing_group/);
});

test("what happens when a referred record is deleted can change, for references and for lists of them", async () => {
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
  await moveTo(house, from, to);
  const tag = await store(house, to, "Tag", { name: "gone" });
  const owner = await store(house, to, "Owner record", { name: "gone" });
  const id = await store(house, to, "Thing", { state: "open", tags: [tag], "owner record": owner });
  await house.run({ text: "delete from app.tag where id = $1", values: [tag] });
  expect(await house.run({ text: "select 1 from app.thing__tags where from_id = $1", values: [id] })).toEqual([]);
  await house.run({ text: "delete from app.owner_record where id = $1", values: [owner] });
  expect(await house.run({ text: "select 1 from app.thing where id = $1", values: [id] })).toEqual([]);
});
