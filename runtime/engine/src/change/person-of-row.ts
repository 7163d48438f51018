/** The actor that a row of a person stands for. */
import type { Row } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";

export type Person = Extract<Actor, { kind: "person" }>;

export const personOfRow = (row: Row): Person => ({
  kind: "person",
  id: row["id"],
  name: row["name"] ?? "",
  email: row["email"] ?? "",
  roles: row["roles"],
  owner: row["owner"] === true,
  ...(typeof row["language"] === "string" ? { language: row["language"] } : {}),
});
