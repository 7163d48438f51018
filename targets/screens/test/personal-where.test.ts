/** Which lists are of whoever looks, so that they are no way back from somebody else's record. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

function personalIn(where: string): string | undefined {
  const { product, diagnostics } = compile([
    {
      name: "claims.md",
      text: `# Claims

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Claims | list of Claim${where} | Clerk |

## 3. Entities and their fields

### Claim
- title: text, required
- filed by: User, required
- helpers: list of Help by claim
- urgent: yes/no

### Help
- claim: Claim, required
- person: User, required

## 6. Roles and permissions
- **Clerk**

| | Clerk |
|---|---|
| Claim | all |
| Help | all |
`,
    },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const plan = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false });
  const body = plan.screens.find(({ name }) => name === "Claims")!.body;
  return body.kind === "list" ? body.list.personal : undefined;
}

test("the field that must be the person", () => {
  expect(personalIn(" where `filed by = me`")).toBe("filedBy");
  expect(personalIn(" where `urgent and filed by = me`")).toBe("filedBy");
});

test("empty where the condition asks for the person otherwise", () => {
  expect(personalIn(" where `some h in helpers satisfies h.person = me`")).toBe("");
  expect(personalIn(" where `filed by = me or urgent`")).toBe("");
});

test("nothing where it doesn't", () => {
  expect(personalIn("")).toBeUndefined();
  expect(personalIn(" where `urgent`")).toBeUndefined();
});
