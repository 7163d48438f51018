/** Resolves an edit conflict: shows both changes side by side, and lets the user choose. */
import { Alert, Button, Group, Radio, Stack, Table, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { changed, type FormValues } from "../field/field-values.ts";
import { ShowValue } from "../value/show-value.tsx";
import { t } from "../texts/texts.ts";

export interface EditConflictProps {
  readonly entity: EntityData;
  readonly fields: readonly FieldData[];
  /** The record when the form opened, the record now, and the values of the form. */
  readonly base: Row;
  readonly theirs: Row;
  readonly mine: FormValues;
  /** Receives the keys for which the user's own value is kept. */
  onResolve(mine: ReadonlySet<string>): void;
  onCancel(): void;
}

export function EditConflict({ entity, fields, base, theirs, mine, onResolve, onCancel }: EditConflictProps) {
  const theirChanges = new Set(changed(entity.fields, base, theirs).map((f) => f.key));
  const myChanges = new Set(changed(fields, base, mine).map((f) => f.key));
  const both = fields.filter((f) => theirChanges.has(f.key) && myChanges.has(f.key) && changed([f], theirs, mine).length > 0);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(both.map((f) => f.key)));
  const rows = entity.fields.filter((f) => (theirChanges.has(f.key) || myChanges.has(f.key)) && f.control !== "list" && !f.computed);
  const choose = (key: string, own: boolean) =>
    setKept((old) => {
      const next = new Set(old);
      if (own) next.add(key);
      else next.delete(key);
      return next;
    });
  const state = base.state !== theirs.state && typeof theirs.state === "string" ? theirs.state : null;
  return (
    <Stack>
      <Alert role="alert" color="yellow" variant="light" icon={<IconUsers aria-hidden />} title={t("someone-else-changed-this-record")}>
        {both.length > 0 ? t("you-both-changed-the-same-fields-choose") : t("you-changed-different-fields-so-both-changes")}
        {state ? ` ${t("the-state-is-now-state", { state })}` : ""}
      </Alert>
      <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label={t("both-changes")}>
        <Table verticalSpacing="sm" aria-label={t("both-changes")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("field")}</Table.Th>
              <Table.Th>{t("original")}</Table.Th>
              <Table.Th>{t("their-change")}</Table.Th>
              <Table.Th>{t("your-change")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((f) => (
              <ConflictRow
                key={f.key}
                field={f}
                {...{ base, theirs, mine }}
                conflicts={both.includes(f)}
                changed={{ theirs: theirChanges.has(f.key), mine: myChanges.has(f.key) }}
                keepMine={kept.has(f.key)}
                onChoose={(own) => choose(f.key, own)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t("discard-my-changes")}
        </Button>
        <Button onClick={() => onResolve(kept)}>{t("continue")}</Button>
      </Group>
    </Stack>
  );
}

interface ConflictRowProps extends Pick<EditConflictProps, "base" | "theirs" | "mine"> {
  readonly field: FieldData;
  /** Both people changed it to different values. */
  readonly conflicts: boolean;
  readonly changed: { readonly theirs: boolean; readonly mine: boolean };
  readonly keepMine: boolean;
  onChoose(mine: boolean): void;
}

function ConflictRow({ field, base, theirs, mine, conflicts, changed: { theirs: theyChanged, mine: iChanged }, keepMine, onChoose }: ConflictRowProps) {
  const value = (of: Readonly<Record<string, unknown>>) => <ShowValue shape={field} value={of[field.key]} small linked={false} />;
  const unchanged = (
    <Text span c="dimmed" size="sm">
      {t("unchanged")}
    </Text>
  );
  const option = (of: Readonly<Record<string, unknown>>, isMine: boolean) => (
    <Radio name={field.key} label={value(of)} checked={keepMine === isMine} onChange={() => onChoose(isMine)} />
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">{field.label}</Table.Th>
      <Table.Td>{value(base)}</Table.Td>
      <Table.Td>{conflicts ? option(theirs, false) : theyChanged ? value(theirs) : unchanged}</Table.Td>
      <Table.Td>{conflicts ? option(mine, true) : iChanged ? value(mine) : unchanged}</Table.Td>
    </Table.Tr>
  );
}
