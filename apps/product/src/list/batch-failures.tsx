/** For how many records a batch failed, summed up by the reason. */
import { Alert, CloseButton, Group, List } from "@mantine/core";
import type { EntityData } from "@nonet/screens";
import type { ProblemError } from "../api/request.ts";
import { ErrorText } from "../problem/problem-alert.tsx";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface Failures {
  readonly action: string;
  /** How many records there were. */
  readonly of: number;
  /** `name` is null for a record that isn't on the page. */
  readonly records: readonly { readonly name: string | null; readonly why: ProblemError }[];
}

const maxNames = 5;

export function BatchFailures({ failures, entity, onClose }: { failures: Failures; entity: EntityData; onClose(): void }) {
  const byReason = new Map<string, { why: ProblemError; names: (string | null)[] }>();
  for (const { name, why } of failures.records) {
    const reason = byReason.get(why.detail) ?? { why, names: [] };
    reason.names.push(name);
    byReason.set(why.detail, reason);
  }
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mt="sm"
      title={
        <Group justify="space-between" wrap="nowrap">
          {t("action-records-failed", { action: failures.action, records: failures.records.length })}
          <CloseButton size="sm" aria-label={t("close")} onClick={onClose} />
        </Group>
      }
      styles={{ title: { display: "block" }, label: { display: "block" }, message: { color: "var(--mantine-color-text)" } }}
    >
      <List size="sm" spacing={2}>
        {[...byReason.values()].map(({ why, names }) => (
          <List.Item key={why.detail}>
            <bdi>{subject(names, entity, failures.of)}</bdi>: <ErrorText error={why} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** "LN-7", or "10 of 12 loans (LN-1, LN-2 and 8 more)". */
function subject(names: readonly (string | null)[], entity: EntityData, of: number): string {
  const known = names.filter((n) => n !== null);
  if (names.length === 1 && known.length === 1) return known[0]!;
  const more = names.length - Math.min(maxNames, known.length);
  const listed = known.length === 0 ? "" : ` (${known.slice(0, maxNames).join(", ")}${more > 0 ? ` ${t("and-more", { more })}` : ""})`;
  return `${names.length} of ${of} ${midSentence(named(entity.plural))}${listed}`;
}
