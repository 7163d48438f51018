/** How many Owners have to approve a version before it goes live: NONET_APPROVALS. */
import { failure, success, type Result } from "../terminal/result.ts";

/** Undefined where the setting is missing: then the number counts that the product has noted in its database. */
export function requiredApprovals(environment: Readonly<Record<string, string | undefined>>): Result<number | undefined> {
  const set = environment["NONET_APPROVALS"];
  if (set === undefined || set === "") return success(undefined);
  return /^\d{1,2}$/.test(set) ? success(Number(set)) : failure(`NONET_APPROVALS needs a number from 0 to 99, not "${set}".`);
}
