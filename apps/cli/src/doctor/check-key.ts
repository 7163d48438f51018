/** The key that encrypts secrets in the database: whether it is there, whether others can read it, and whether it fits what is stored. */
import { statSync } from "node:fs";
import { unreadableMessage, type DatabaseFacts, type Outcome } from "@nonet/engine";
import { type KeySource, storedKeys } from "../product/key-file.ts";
import { type Finding, named, ok, problem, skipped, warning } from "./finding.ts";

export function checkKey(source: KeySource, facts: Outcome<DatabaseFacts> | null): readonly Finding[] {
  const check = "encryption key";
  const keys = storedKeys(source);
  if (!keys.ok) return named(check, problem(keys.message, "Without the key, the product doesn't start."));
  const inUse = facts?.ok ? facts.value.keys.flatMap(({ id, people }) => (id === null ? [] : [{ id, people }])) : [];
  if (keys.value === null)
    return named(
      check,
      inUse.length === 0
        ? skipped("There is no key yet. The first start makes it.")
        : problem(
            `The key file ${source.folder}/key is missing, and the second factors of ${inUse.reduce((sum, { people }) => sum + people, 0)} people need it.`,
            "Put it back from where you keep it (docs/operations.md).",
          ),
    );
  const { place, path, ids } = keys.value;
  const unknown = inUse.filter(({ id }) => !ids.includes(id));
  const isOpen = path !== null && (statSync(path).mode & 0o077) !== 0;
  const found = [
    ...(unknown.length > 0
      ? [
          problem(
            unreadableMessage(
              unknown.reduce((sum, { people }) => sum + people, 0),
              unknown.map(({ id }) => id),
              place,
            ),
            "Add the missing key.",
          ),
        ]
      : []),
    ...(isOpen ? [warning(`Other users of this machine can read the key in ${place}.`, `chmod 600 ${place}`)] : []),
  ];
  return named(check, ...(found.length > 0 ? found : [ok(`The key ${ids[0]} is in ${place}. Keep a copy of it, apart from the backups.`)]));
}
