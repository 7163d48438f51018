/** Where the way back from a record leads: to the list through which somebody came, and never to a list of their own records without this one. */
import { expect, test } from "vitest";
import type { ProductData, ScreenData } from "@nonet/screens";
import { screenAbove } from "../src/context/screen-above.ts";

const list = (name: string, route: string, personal?: string) =>
  ({
    name,
    route,
    body: { kind: "list", list: { entity: "Claim", ...(name === "To pay" ? { selective: true } : {}), ...(personal === undefined ? {} : { personal }) } },
  }) as unknown as ScreenData;
const mine = list("My claims", "/claims", "claimant");
const toPay = list("To pay", "/to-pay");
const all = list("All claims", "/all");
const page = { name: "Claim", route: "/claims/:number", body: { kind: "record", entity: "Claim" } } as unknown as ScreenData;
const product = (...screens: readonly ScreenData[]) => ({ screens: [...screens, page], menu: screens.map(({ name }) => ({ screen: name })) }) as unknown as ProductData;

const ann = { row: { id: "1", claimant: { id: "ann", shownAs: "Ann" } } };

test("another person's record isn't above in My claims", () => {
  expect(screenAbove(product(mine, toPay, all), page, { ...ann, me: "bea" })?.name).toBe("All claims");
  expect(screenAbove(product(mine, toPay), page, { ...ann, me: "bea" })?.name).toBe("To pay");
  expect(screenAbove(product(mine, toPay, all), page, { ...ann, me: "ann" })?.name).toBe("My claims");
  expect(screenAbove(product(mine), page, { ...ann, me: "bea" })).toBeUndefined();
});

test("the list through which the person came is the way back", () => {
  expect(screenAbove(product(mine, toPay, all), page, { ...ann, me: "ann", from: "/all" })?.name).toBe("All claims");
  expect(screenAbove(product(mine, toPay, all), page, { ...ann, me: "bea", from: "/account" })?.name).toBe("All claims");
});

test("a list that asks for the person otherwise is the way back only for who came through it", () => {
  const team = list("My team", "/team", "");
  expect(screenAbove(product(team, all), page, { ...ann, me: "ann" })?.name).toBe("All claims");
  expect(screenAbove(product(team, all), page, { ...ann, me: "ann", from: "/team" })?.name).toBe("My team");
});
