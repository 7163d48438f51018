/** The first people of a product: the Owner named at the start; in rehearsal also a person for each role. */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import type { OwnerOutcome } from "../contract/engine-options.ts";
import { done } from "../refusals/refusal.ts";
import { operator } from "../security/operator.ts";
import { recordEvent } from "../security/record-event.ts";
import { addPerson } from "./add-person.ts";
import { ownerLink } from "./owner-link.ts";
import { rehearsalPeople } from "./rehearsal-people.ts";
import { say } from "@nonet/texts";

export interface FirstOwner {
  /** What happened to the Owner named at the start; null where none was named. */
  readonly owner: OwnerOutcome | null;
  /** The path of a link to choose how to sign in, for an Owner who was created without a password. */
  readonly ownerLink: string | null;
}

export async function addFirstPeople(running: Running): Promise<Outcome<FirstOwner>> {
  const { options, database, product } = running;
  const owner = options.owner ? await addOwner(running, options.owner) : unchanged(null);
  if (!owner.ok || !options.rehearse) return owner;
  for (const person of rehearsalPeople(product)) {
    if (await database.row(system.personByEmail(person.email))) continue;
    const isOwner = person.role === "Owner" && !product.permissions.roles.some((r) => r.name === "Owner");
    const added = await addPerson(running, { email: person.email, name: person.name, roles: isOwner ? [] : [person.role], password: "rehearsal", owner: isOwner, trusted: true });
    if (!added.ok) return notStarted(added, person.email);
  }
  return owner;
}

/** Only a product without an Owner gets one; an existing account stays as it is. */
async function addOwner(running: Running, { email, password }: NonNullable<EngineOptions["owner"]>): Promise<Outcome<FirstOwner>> {
  const { database } = running;
  const person = await database.row(system.personByEmail(email));
  if (person) return unchanged(person["owner"] !== true ? "not-owner" : person["active"] === true ? "already-owner" : "inactive-owner");
  if ((await database.row(system.anyOwner))?.["exists"] === true) return unchanged("other-owner");
  const secret = password === undefined ? {} : { password };
  const added = await addPerson(running, { email, name: email.split("@")[0] ?? "Owner", roles: [], ...secret, owner: true, trusted: true });
  if (!added.ok) return notStarted(added, email);
  const { id } = added.value;
  await recordEvent(database, { event: "owner-made", user: id, detail: operator("nonet run --owner") });
  return done({ owner: "created", ownerLink: password === undefined ? await ownerLink(running, { id, email }) : null });
}

const unchanged = (owner: OwnerOutcome | null): Outcome<FirstOwner> => done({ owner, ownerLink: null });

/** The document may refuse the first people; the error names the person and the line. */
function notStarted({ refusal }: { readonly refusal: Refusal }, email: string): { readonly ok: false; readonly refusal: Refusal } {
  const errors = refusal.errors.map((error) => {
    const by = error.rule === null ? error.code : `the rule "${error.rule}"${error.line === null ? "" : ` in line ${error.line}`}`;
    return { ...error, detail: say("email-cant-be-added-when-the-product", { email, by, detail: error.detail }) };
  });
  return { ok: false, refusal: { ...refusal, errors } };
}
