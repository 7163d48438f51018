/** The first people of a product: the Owner named at the start; in rehearsal also a person for each role. */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import { done } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { rehearsalPeople } from "./rehearsal-people.ts";

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
    if (!added.ok) return notStarted(added, options.owner.email);
  }
  if (!options.rehearse) return done(null);
  for (const person of rehearsalPeople(product)) {
    if (await database.row(system.personByEmail(person.email))) continue;
    const owner = person.role === "Owner" && !product.permissions.roles.some((r) => r.name === "Owner");
    const added = await addPerson(running, { email: person.email, name: person.name, roles: owner ? [] : [person.role], password: "rehearsal", owner, trusted: true });
    if (!added.ok) return notStarted(added, person.email);
  }
  return done(null);
}

/** The document may refuse the first people; the error names the person and the line. */
function notStarted({ refusal }: { readonly refusal: Refusal }, email: string): Outcome<null> {
  const errors = refusal.errors.map((error) => {
    const by = error.rule === null ? error.code : `the rule "${error.rule}"${error.line === null ? "" : ` in line ${error.line}`}`;
    return { ...error, detail: `${email} can't be added when the product starts: ${by} refuses it. ${error.detail} Change the document so that it accepts the first people.` };
  });
  return { ok: false, refusal: { ...refusal, errors } };
}
