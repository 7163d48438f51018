import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import { done } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { rehearsalPeople } from "./rehearsal-people.ts";

/** The Owner asked for on the command line; in rehearsal a person per role. */
export async function addFirstPeople(running: Running): Promise<Outcome<null>> {
  const { options, database, product } = running;
  if (options.owner && (await database.row(system.anyOwner))?.["exists"] !== true) {
    const added = await addPerson(running, {
      email: options.owner.email,
      name: options.owner.email.split("@")[0] ?? "Owner",
      roles: [],
      password: options.owner.password,
      owner: true,
      trusted: true,
    });
    if (!added.ok) return notBegun(added, options.owner.email);
  }
  if (!options.rehearse) return done(null);
  for (const person of rehearsalPeople(product)) {
    if (await database.row(system.personByEmail(person.email))) continue;
    const owner = person.role === "Owner" && !product.permissions.roles.some((r) => r.name === "Owner");
    const added = await addPerson(running, { email: person.email, name: person.name, roles: owner ? [] : [person.role], password: "rehearsal", owner, trusted: true });
    if (!added.ok) return notBegun(added, person.email);
  }
  return done(null);
}

/** The document may refuse the first people; whoever starts the product is told whom, and by which line. */
function notBegun({ refusal }: { readonly refusal: Refusal }, email: string): Outcome<null> {
  const errors = refusal.errors.map((error) => {
    const by = error.rule === null ? error.code : `the rule "${error.rule}"${error.line === null ? "" : ` in line ${error.line}`}`;
    return { ...error, detail: `${email} can't be added as the product begins, refused by ${by}: ${error.detail} Let it leave room for the first people.` };
  });
  return { ok: false, refusal: { ...refusal, errors } };
}
