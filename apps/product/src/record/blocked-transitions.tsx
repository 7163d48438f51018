/** Automatic transitions of a record that are due but blocked by a rule. */
import { Alert, List } from "@mantine/core";
import type { EntityData } from "@nonet/screens";
import { useBlockedTransitions } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { ErrorText } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

export function BlockedTransitions({ entity, id }: { entity: EntityData; id: string }) {
  const { product } = useProductContext();
  const blocked = useBlockedTransitions(entity.path, id);
  if (!blocked.data || blocked.data.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t("blocked-transitions")} styles={{ message: { color: "var(--mantine-color-text)" } }}>
      <List size="sm" spacing={4}>
        {blocked.data.map((s, i) => (
          <List.Item key={i}>
            <bdi>{s.transition}</bdi>
            {t("blocked-since-since", { since: formatInstant(s.since, product) })}
            {s.why.map((w, j) => (
              <div key={j}>
                <ErrorText error={{ ...w, detail: w.rule ?? w.code }} />
              </div>
            ))}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
