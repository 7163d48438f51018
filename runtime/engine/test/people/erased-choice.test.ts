/** An erasure empties a required choice: another choice would be a false statement, which rules would evaluate. */
import { expect, test } from "vitest";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = clerkSpec({
  grants: ["Ask", "User"],
  entities: "### Ask\n\n- title: text, required\n- kind: one of (urgent, calm), required, personal of by\n- mail: email, personal of by\n- by: User",
  rules: '| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Urgent ones can be answered | Ask | `kind != "urgent" or mail != null` | NO_MAIL |',
  errors: "| Code | Status | Message |\n|---|---|---|\n| NO_MAIL | 422 | Where shall the answer go? |",
});

test("a required choice is empty afterwards", async () => {
  const small = await openSmall(spec);
  const [clerk, owner] = [(await small.as("Clerk")) as Actor & { kind: "person" }, await small.owner()];
  const asked = await small.make(clerk, "Ask", { title: "one", kind: "calm", by: clerk.id });
  expect(resultOf(await small.engine.erasePerson(owner, clerk.id))).toBe("done");
  expect(valueOf(await recordOf(small.engine, { kind: "system" }, "Ask", asked.id))).toMatchObject({ title: "one", kind: null });
  await small.close();
});
