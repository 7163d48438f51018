/** A version as the list shows it. */
import type { VersionData } from "@nonet/api";
import type { DocumentVersion } from "@nonet/engine";

/** The latest is the one that the database has. */
export const versionData = (versions: readonly DocumentVersion[]): readonly VersionData[] =>
  versions.map(({ operator, by, approvedBy, ...version }, i) => ({
    ...version,
    by: by?.name ?? (operator ? `${operator["systemUser"] ?? ""}@${operator["machine"] ?? ""} (${operator["command"] ?? ""})` : ""),
    approvedBy: approvedBy.map(({ name }) => name),
    isRunning: i === 0,
  }));
