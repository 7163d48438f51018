/** The people of a rehearsal: one for each role, and the Owner. */
import type { Product } from "@nonet/model";

export function rehearsalPeople(product: Product): readonly { email: string; name: string; role: string }[] {
  const people = product.permissions.roles.map((r) => ({ email: `${address(r.name)}@example.test`, name: r.name, role: r.name }));
  return [...people, ...(people.some((p) => p.role === "Owner") ? [] : [{ email: "owner@example.test", name: "Owner", role: "Owner" }])];
}

const address = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
