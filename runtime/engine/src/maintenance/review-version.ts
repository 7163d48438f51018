/**
 * What it takes for a version to go live: approvals of its text and its plan, by as many Owners as the installation asks for.
 *
 * An approval names the hash of the plan and what would be lost. It no longer counts when either has changed: another
 * version went live meanwhile, or the records have changed so that more would be lost.
 */
import { createHash } from "node:crypto";
import { system, type UpgradePlan } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Approval, VersionPerson, VersionReview } from "../contract/versions.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { comparable, losesMore, type PlannedLoss, plannedLosses } from "./planned-losses.ts";

export interface PlannedVersion {
  readonly previous: Product;
  readonly product: Product;
  readonly plan: UpgradePlan;
}

/** Names the text, the version that it replaces, and each statement. */
export const planHash = ({ previous, product, plan }: PlannedVersion): string =>
  createHash("sha256")
    .update(JSON.stringify([previous.version, product.version, ...[...plan.before, ...plan.switchover, ...plan.after].map(({ sql }) => sql)]))
    .digest("hex");

export interface Reviewed extends VersionReview {
  readonly planned: readonly PlannedLoss[];
}

/** `wanted`: the installation's number; undefined: the number that the product has noted in the database. */
export async function reviewVersion(connection: Connection, version: PlannedVersion, wanted?: number): Promise<Reviewed> {
  const { previous, product, plan } = version;
  const hash = planHash(version);
  const planned = await plannedLosses(connection, previous, plan.switchover);
  const stored = await connection.row(system.readStored);
  const required = stored?.["kind"] === "rehearsal" ? 0 : (wanted ?? Number(stored?.["approvals"] ?? 0));
  const author = ((await connection.row(system.draftAuthor(product.version)))?.["by"] ?? null) as VersionPerson | null;
  const approvals = (await connection.rows(system.approvals(product.version))).map((row): Approval => {
    const { id, name, at } = row as unknown as Approval;
    const isOwn = author?.id === id;
    const lapsed = row["plan"] !== hash ? planChanged : losesMore(row["losses"] as PlannedLoss[], planned) ? moreLost : isOwn ? ownText : null;
    return { id, name, at, lapsed };
  });
  return { version: product.version, plan: hash, losses: planned.map(({ sentence }) => sentence), required, author, approvals, planned };
}

const planChanged = "The plan has changed since.";
const moreLost = "Records have changed, so that more would be lost.";
const ownText = "The author's own approval doesn't count.";

export const countingApprovals = ({ approvals }: VersionReview): readonly Approval[] => approvals.filter(({ lapsed }) => lapsed === null);

/** Null where nothing is lost that the person hasn't seen, or where that isn't asked. */
export function refuseUnseen({ losses }: VersionReview, seen: readonly string[] | undefined): Outcome<never> | null {
  const unseen = seen === undefined ? [] : losses.filter((loss) => !seen.includes(loss));
  return unseen.length > 0 ? refuse("conflict", problem("would-lose", `${unseen.join(" ")} Accept the loss, or undo the change in the text.`)) : null;
}

/** Null where enough Owners have approved. */
export function refuseUnapproved(review: VersionReview): Outcome<never> | null {
  const { required } = review;
  const given = countingApprovals(review).length;
  if (given >= required) return null;
  const lapsed = review.approvals.flatMap((one) => (one.lapsed === null ? [] : [` The approval of ${one.name} doesn't count: ${one.lapsed}`])).join("");
  return refuse(
    "conflict",
    problem("not-approved", `This version needs ${required} approval${required === 1 ? "" : "s"} and has ${given}. Owners approve it in the studio.${lapsed}`),
  );
}

/** As an approval is stored. */
export const approvedLosses = ({ planned }: Reviewed): unknown => comparable(planned);
