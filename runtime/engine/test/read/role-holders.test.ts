/** A field `User with role R` offers the people with the role, also to people who may not read anybody's roles. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openSmall } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { resultOf } from "../support/outcome.ts";

const museum = readFileSync(new URL("../../../../examples/open-museum/open-museum.md", import.meta.url), "utf8");

test("the people for a field are listed by its role, to readers of people, and for no other role", async () => {
  const small = await openSmall(museum);
  const guide = await small.as("Guide");
  const named = async (more: object): Promise<string> => {
    const page = await listOf(small.engine, guide, { entity: "User", fields: ["shownAs"], sort: [], ...more });
    return page.ok ? page.value.items.map((i) => i["shownAs"]).join(", ") : resultOf(page);
  };
  expect(await named({ withRole: "Guide" })).toBe("Desk, Guide");
  expect(await named({ withRole: "Desk" })).toBe("malformed: unknown-parameter at withRole");
  const anyone = await listOf(small.engine, { kind: "anyone" }, { entity: "User", fields: ["shownAs"], withRole: "Guide" });
  expect(resultOf(anyone)).toBe("malformed: unknown-parameter at withRole");
  expect(resultOf(await listOf(small.engine, guide, { entity: "Room", withRole: "Guide" }))).toBe("malformed: unknown-parameter at withRole");
  await small.close();
});
