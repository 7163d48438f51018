/** The people of a filled rehearsal: some for each role, with the password `rehearsal demo`. */
import type { Chance } from "./chance.ts";
import { type Place, signIn, type Visitor } from "./visitor.ts";
import { familyNames, givenNames } from "./word-lists.ts";

const password = "rehearsal demo";
/** More for the role with which people register than for the others. */
const registered = 5;
const others = 3;

/** Null if they are there already. */
export async function addPeople(place: Place, owner: Visitor, chance: Chance): Promise<readonly Visitor[] | null> {
  const { roles, signIn: ways } = owner.sees;
  const found: Visitor[] = [];
  let person = chance.whole(0, givenNames.length - 1);
  for (const role of roles)
    for (let i = 0; i < (role === ways.registersAs ? registered : others); i++) {
      const given = givenNames[person % givenNames.length]!;
      const family = familyNames[(person * 7 + 3) % familyNames.length]!;
      person++;
      const email = `${given}.${family}@example.test`
        .normalize("NFD")
        .replace(/[^\w.@]/g, "")
        .toLowerCase();
      const { status } = await owner.ask("POST", "/api/-/people", { email, name: `${given} ${family}`, roles: [role], password });
      if (status === 409 && found.length === 0) return null;
      const visitor = status === 201 ? await signIn(place, email, password) : null;
      if (visitor) found.push(visitor);
    }
  return found;
}
