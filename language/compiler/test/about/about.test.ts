/** Point 1: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import { productName } from "../../src/about/about.ts";
import { changed, contextOf, read } from "../compile-points.ts";
import { desk } from "../desk.ts";
import { compile } from "../../../../tests/compile-again.ts";

test("point 1 of the Equipment Desk", () => {
  const { about } = read(desk);
  expect(about).toMatchObject({ timeZone: "Europe/Berlin", currency: "EUR", colour: "#0f766e", signIn: { methods: ["email and password"], registersAs: "Borrower" } });
  expect(about.audiences.map((a) => a.role)).toEqual(["Borrower", "Clerk", "Manager"]);
});

test("an attribute that is not shown is open", () => expect(changed("- **Currency**: EUR", "- **Currency**: not shown").opens).toContain("Currency"));

describe("each mistake in point 1 gives one diagnostic at its place", () => {
  const cases: [string, string, string][] = [
    ["- **Time zone**: Europe/Berlin", "- **Time zone**: Europe/Berln", 'unknown-time-zone at "Europe/Berln"'],
    ["anyone may register as Borrower", "anyone may register as Borower", 'unknown-role-for at "Borower"'],
  ];
  test.each(cases)("%s → %s", (from, to, expected) => {
    const { diagnostics } = changed(from, to);
    const others = diagnostics.filter((one) => !/^unknown-(name|function)/.test(one));
    expect(others.filter((one) => one === expected)).toHaveLength(1);
    if (!to.startsWith("### ") && !to.includes("Catalogue") && !to.startsWith("| list") && !to.includes("tree")) expect(others).toEqual([expected]);
  });
});

test("roles and audiences can be written in tables", () => {
  const spec = (audiences: string, roles: string): string => `# Shed\n\n## 1. What the product does and for whom\n\n${audiences}\n\n## 6. Roles and permissions\n\n${roles}\n`;
  const meaning = (audiences: string, roles: string) => {
    const { product, diagnostics } = compile([{ name: "t.md", text: spec(audiences, roles) }]);
    const said = diagnostics.filter((d) => d.code !== "missing-point").map((d) => d.code);
    const roleOf = ({ name, includes, was }: (typeof product.permissions.roles)[number]) => `${name}: ${includes.join()}, was ${was}`;
    return { said, roles: product.permissions.roles.map(roleOf), audiences: product.about.audiences.map(({ role, text }) => `${role}: ${text}`) };
  };
  const bullets = meaning("- **Clerk** — lends\n- **Chief** — leads", "- **Clerk**, was Hand — lends\n- **Chief** — includes Clerk");
  expect(bullets).toEqual({
    said: [],
    roles: ["Clerk: Clerk, was Hand", "Chief: Chief,Clerk, was undefined"],
    audiences: ["Clerk: lends", "Chief: leads"],
  });
  const roles = "| Role | Includes | Was | Means |\n|---|---|---|---|\n| **Clerk** | – | Hand | lends |\n| Chief | Clerk | | leads |";
  expect(meaning("| Role | Who they are |\n|---|---|\n| Clerk | lends |\n| Chief | leads |", roles)).toEqual(bullets);
  // Columns of its own below `Role` are prose.
  const counted = meaning("| Role | People | Job |\n|---|---|---|\n| Clerk | 3 | lends |\n| Chief | | leads |", roles);
  expect(counted).toEqual({ ...bullets, audiences: ["Clerk: 3; lends", "Chief: leads"] });
  expect(meaning("| Role | Includes |\n|---|---|\n| Clerk | |\n| Chief | Clerk |", roles).said).toEqual(["unknown-attribute", ...bullets.said]);
});

describe("point 1 as a table", () => {
  const spec = (attributes: string): string =>
    `# Shed\n\n## 1. What the product does and for whom\n\nWe lend tools.\n\n${attributes}\n\n- **Clerk** — lends\n\n## 6. Roles and permissions\n\n- **Clerk**\n`;
  const meaning = (attributes: string) => {
    const { about, diagnostics } = read(spec(attributes));
    const named = (about.attributes ?? []).map(({ name }) => name);
    return { ...about, attributes: named, signIn: { ...about.signIn, source: null }, audiences: about.audiences.map(({ role, text }) => `${role}: ${text}`), diagnostics };
  };
  const bullets = meaning("- **Name**: Tool Shed\n- Time zone: Europe/Dublin\n- Currency: EUR\n- Sign-in: single sign-on");

  test.each([
    [
      "rows",
      "| Attribute | Value | Notes |\n|---|---|---|\n| Name | Tool Shed | |\n| **Time zone** | Europe/Dublin | of the shed |\n| Currency | EUR | |\n| Sign-in | single sign-on | |",
    ],
    ["rows from the head on", "| Name | Tool Shed |\n|---|---|\n| Timezone | Europe/Dublin |\n| Currency | EUR |\n| Sign-in | single sign-on |"],
    ["columns", "| Name | Time zone | Currency | Sign-in | Logo |\n|---|---|---|---|---|\n| Tool Shed | Europe/Dublin | EUR | single sign-on | |"],
  ])("%s", (_, table) => {
    expect(bullets).toMatchObject({ timeZone: "Europe/Dublin", currency: "EUR", diagnostics: [] });
    expect(meaning(table)).toEqual(bullets);
    expect(productName(contextOf(spec(table)).tree)).toBe("Tool Shed");
  });

  test("a name that is not shown leaves the document's title", () => {
    const { product } = compile([{ name: "spec.md", text: spec("- Name: not shown") }]);
    expect(product.name).toBe(product.about.title);
    expect(product.notShown.map(({ what }) => what)).toContain("Name");
  });

  test.each([
    ["names of people", "| Name | Description |\n|---|---|\n| Clerk | lends |"],
    ["a glossary", "| Term | Meaning |\n|---|---|\n| Loan | a tool that is out |\n| Name | what a tool is called |\n| Tool | what we lend |"],
    ["people and their language", "| Role | Language |\n|---|---|\n| Clerk | German |"],
  ])("%s is not a table of attributes", (_, table) => expect(meaning(table)).toEqual(meaning("")));
});

describe("third edition", () => {
  const spec = (one: string): string => `# Shelter\n\n## 1. What the product does and for whom\n\n${one}\n\n## 6. Roles and permissions\n\n- **Manager**\n- **Foster carer**\n`;
  const audiences = "Who works with it:\n- **Manager** — runs the house: kennels, people\n- **Foster carer** — keeps animals at home for a while: litters, the frightened ones";
  const meaning = (one: string) => {
    const { product, diagnostics } = compile([{ name: "t.md", text: spec(one) }]);
    return {
      said: diagnostics.filter(({ code }) => code !== "missing-point" && code !== "unused-role").map((d) => `${d.severity} ${d.code}: ${d.message}`),
      about: product.about,
    };
  };

  test("after the dash of an audience, colons are prose", () => {
    const { said, about } = meaning(audiences);
    expect(said).toEqual([]);
    expect(about.audiences.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      "Manager: runs the house: kennels, people",
      "Foster carer: keeps animals at home for a while: litters, the frightened ones",
    ]);
    expect(meaning("- Manager — runs it: all\n- Foster carer — at home").about.audiences).toHaveLength(2);
  });

  test.each([
    "Words we use:\n- **Hold** — the days that a stray waits: 28 at first\n- **Intake** — an animal comes in",
    "### Glossary\n\n- Hold: the days that a stray waits\n- Intake: an animal comes in",
    "Definitions:\n\n- **Hold**: the days\n- **Intake**: an animal",
  ])("a list of definitions is prose", (definitions) => {
    const { said, about } = meaning(`${audiences}\n\n${definitions}`);
    expect(said).toEqual([]);
    expect(about.audiences).toHaveLength(2);
    expect(about.prose.join()).toContain("Hold");
  });

  test("an audience that is misspelled is still reported", () => {
    expect(meaning("Who works with it:\n- **Manger** — runs the house\n- **Foster carer** — at home").said[0]).toContain("audience-without-role");
  });

  test("a second factor and passkeys are in the model", () => {
    const { said, about } = meaning(`- Sign-in: email and password, single sign-on, with second factor for Manager, Foster carer; by invitation\n\n${audiences}`);
    expect(about.signIn).toMatchObject({ methods: ["email and password", "single sign-on"], registersAs: null, secondFactor: { roles: ["Manager", "Foster carer"] } });
    expect(said).toEqual([]);
    expect(meaning(`- Sign-in: passkey, with second factor\n\n${audiences}`)).toMatchObject({
      said: [],
      about: { signIn: { methods: ["passkey"], secondFactor: { roles: null } } },
    });
  });

  test.each([
    ["English", undefined, []],
    ["English (UK)", undefined, []],
    ["German, Polish, English", ["de", "pl", "en"], ["warning not-supported-yet: The texts of the interface aren't translated into Polish yet, so they are in English."]],
    ["German and English", ["de", "en"], []],
    ["Arabic", undefined, ["warning not-supported-yet: The texts of the interface aren't translated into Arabic yet, so they are in English."]],
    ["Germn, English", undefined, ['error unknown-language: There is no language "Germn". Did you mean "German"?']],
  ])("Language: %s", (language, languages, said) => {
    const found = meaning(`- Language: ${language}\n\n${audiences}`);
    expect(found.said).toEqual(said);
    expect(found.about.languages).toEqual(languages);
  });
});
