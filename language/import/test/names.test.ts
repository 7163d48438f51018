/** Identifiers of a source as names of the notation. */
import { expect, it } from "vitest";
import { entityNames, fieldNames } from "../src/names/names.ts";
import { singularOf, wordsOf } from "../src/names/spelling.ts";

it.each([
  ["customer_id", "customer id"],
  ["customerId", "customer id"],
  ["CUSTOMER_ID", "customer id"],
  ["HTTPStatus", "http status"],
  ["2fa_secret", "no 2fa secret"],
  ["straße", "straße"],
  ["顧客番号", "顧客番号"],
  ["discount%", "discount percent"],
  ["---", "unnamed"],
])("%s is spelled %s", (identifier, words) => expect(wordsOf(identifier)).toBe(words));

it.each([
  ["film actors", "film actor"],
  ["categories", "category"],
  ["movies", "movie"],
  ["addresses", "address"],
  ["boxes", "box"],
  ["courses", "course"],
  ["databases", "database"],
  ["people", "person"],
  ["news", "news"],
  ["status", "status"],
  ["address", "address"],
])("%s is the plural of %s", (plural, singular) => expect(singularOf(plural)).toBe(singular));

it("gives each name once, and none that the product uses itself", () => {
  const fields = fieldNames();
  expect([fields.give("customer"), fields.give("customer", "customer id"), fields.give("customer", "customer id")]).toEqual(["customer", "customer id", "customer id 2"]);
  expect(["id", "version", "state", "created_at"].map((name) => fields.give(name, `source ${name}`))).toEqual(["source id", "source version", "source state", "source created_at"]);
  expect(entityNames().give("User", "User record")).toBe("User record");
});
