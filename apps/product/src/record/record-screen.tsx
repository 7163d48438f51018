/** One record: its sections, state, actions, related lists and history. */
import { Button, Menu, Modal, SimpleGrid, Skeleton, Stack, Tabs, Text, Title, Tooltip, ActionIcon } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { formatLocation } from "@nonet/model";
import type { EntityData, FieldData, ScreenData } from "@nonet/screens";
import { refreshRecords, blockingError, useActions, useRecord, useRecordScreen, useShownAs, type AvailableAction, type Row } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { FieldLabel, FieldLine } from "../field/field-label.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { recordName } from "../format/record-name.ts";
import { ErrorText, Refusal, notifyRefusal } from "../problem/problem-alert.tsx";
import { ShowValue } from "../value/show-value.tsx";
import { StateBadge } from "../value/state-badge.tsx";
import { BlockedTransitions } from "./blocked-transitions.tsx";
import { DecisionPanels } from "./decision-panel.tsx";
import { EditForm } from "./edit-form.tsx";
import { History } from "./history.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { RelatedList } from "./related-list.tsx";

type RecordBody = Extract<ScreenData["body"], { kind: "record" }>;

export function RecordScreen({ screen, body, id }: { screen: ScreenData; body: RecordBody; id: string }) {
  const entity = useEntity(body.entity);
  const record = useRecord(entity?.path ?? "", id, entity !== undefined);
  const shownAs = useShownAs(entity?.path ?? "", id, entity !== undefined);
  const screenValues = useRecordScreen(screen.name, record.data?.id ?? null, body.asks);
  const [editing, setEditing] = useState(false);
  if (!entity) return null;
  if (blockingError(record)) return <Refusal problem={asProblem(record.error)} retry={() => void record.refetch()} />;
  if (!record.data || shownAs.isPending)
    return (
      <Stack>
        <Skeleton height={34} width={260} />
        <Skeleton height={220} />
      </Stack>
    );
  const row = record.data;
  const name = typeof shownAs.data === "string" && shownAs.data !== "" ? shownAs.data : recordName(row, entity.titleKey, entity.name);
  const hidden = new Set(screenValues.data?.kind === "record" ? screenValues.data.hidden : []);
  const shown = (fields: readonly FieldData[]) => fields.filter((f) => !hidden.has(f.name));
  const title = (screenValues.data?.kind === "record" ? screenValues.data.title : null) ?? name;
  const tabs = body.sections.filter((s) => s.tab);
  const plain = body.sections.filter((s) => !s.tab);
  return (
    <>
      <Heading title={<bdi>{title}</bdi>} screen={screen} badge={<Badges entity={entity} row={row} />}>
        <ActionButtons entity={entity} row={row} name={name} only={body.actions} />
        <OfferedActions offers={body.offers} row={row} name={name} />
        <RecordMenu entity={entity} row={row} name={name} onEdit={() => setEditing(true)} />
      </Heading>
      <Tabs defaultValue="record" keepMounted={false}>
        {tabs.length > 0 || entity.mayHistory ? (
          <Tabs.List mb="lg">
            <Tabs.Tab value="record">{entity.name}</Tabs.Tab>
            {tabs.map((t) => (
              <Tabs.Tab key={t.title} value={`tab ${t.title}`}>
                {t.title}
              </Tabs.Tab>
            ))}
            {entity.mayHistory ? <Tabs.Tab value="history">History</Tabs.Tab> : null}
          </Tabs.List>
        ) : null}
        <Tabs.Panel value="record">
          <Stack gap="lg">
            <DecisionPanels entity={entity} row={row} name={name} />
            <BlockedTransitions entity={entity} id={row.id} />
            {plain.map((s, i) => (
              <Section key={i} title={s.title} fields={shown(s.fields)} row={row} />
            ))}
            <RelatedLists body={body} tab={null} id={row.id} />
          </Stack>
        </Tabs.Panel>
        {tabs.map((t) => (
          <Tabs.Panel key={t.title} value={`tab ${t.title}`}>
            <Stack gap="lg">
              <Section title={null} fields={shown(t.fields)} row={row} />
              <RelatedLists body={body} tab={t.title} id={row.id} />
            </Stack>
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history">
          <History entity={entity} id={row.id} />
        </Tabs.Panel>
      </Tabs>
      <Modal opened={editing} onClose={() => setEditing(false)} title={<bdi>Edit {name}</bdi>} size="lg">
        <EditForm entity={entity} row={row} onDone={() => setEditing(false)} />
      </Modal>
    </>
  );
}

function RelatedLists({ body, tab, id }: { body: RecordBody; tab: string | null; id: string }) {
  return (
    <>
      {body.lists
        .filter((l) => l.tab === tab)
        .map((l) => (
          <RelatedList key={l.title} title={l.title} list={l.list} by={l.by} id={id} />
        ))}
    </>
  );
}

/** The states of all the record's machines. */
function Badges({ entity, row }: { entity: EntityData; row: Row }) {
  return <>{["state", ...entity.stateKeys].map((key) => (typeof row[key] === "string" ? <StateBadge key={key} state={row[key]} /> : null))}</>;
}

function Section({ title, fields, row }: { title: string | null; fields: readonly FieldData[]; row: Row }) {
  // A field that is missing in the response is hidden from this user.
  const shown = fields.filter((f) => f.key in row && f.control !== "list");
  if (shown.length === 0) return null;
  return (
    <section className="card" style={{ padding: "18px 22px" }} aria-label={title ?? "Fields"}>
      {title ? (
        <Title order={2} size="h4" mb="md">
          {title}
        </Title>
      ) : null}
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: 3 }} spacing="lg" verticalSpacing="md" m={0}>
        {shown.map((f) => (
          <div key={f.key} style={f.control === "long text" || f.control === "rich text" || f.control === "parts" ? { gridColumn: "1 / -1" } : { minWidth: 0 }}>
            <Text component="dt" size="sm" c="dimmed">
              <FieldLabel field={f} /> <FieldLine at={f} of={f.label} />
            </Text>
            <Text component="dd" m={0}>
              <ShowValue shape={f} value={row[f.key]} row={row} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}

function ActionButtons({ entity, row, name, only }: { entity: EntityData; row: Row; name: string; only: readonly string[] | null }) {
  const actions = useActions(entity.path, row.id);
  const run = useRunAction();
  const shown = (actions.data ?? []).filter((a) => a.decision === undefined && (only === null || only.includes(a.name)) && entity.actions.some((known) => known.name === a.name));
  const firstAllowed = shown.find((a) => a.allowed)?.name;
  return (
    <>
      {shown.map((a) => {
        const action = entity.actions.find((known) => known.name === a.name)!;
        if (a.allowed)
          return (
            <Button
              key={a.name}
              variant={a.name === firstAllowed ? "filled" : "default"}
              onClick={() => run({ entity, action, ids: [row.id], name, row, question: a.question ?? null })}
            >
              {a.name}
            </Button>
          );
        return <UnavailableAction key={a.name} action={a} />;
      })}
    </>
  );
}

/** An action that isn't available. It shows the reason on hover and to screen readers; pressing it shows the reason with a link to its line. */
function UnavailableAction({ action }: { action: AvailableAction }) {
  const reason = action.why ?? "Not available right now.";
  const { product } = useProductContext();
  const why = `${reason}${action.sentence ? ` ${action.sentence}` : ""}${action.line ? ` (${formatLocation(product.files, action)})` : ""}`;
  const showReason = () =>
    notifications.show({
      color: "gray",
      title: action.name,
      message: <ErrorText error={{ ...action, detail: reason, rule: action.name }} />,
      autoClose: 12_000,
    });
  return (
    <Tooltip label={why}>
      <Button
        variant="default"
        data-disabled
        aria-disabled
        aria-description={why}
        onClick={(e) => {
          e.preventDefault();
          showReason();
        }}
        styles={{ root: { opacity: 1 } }}
      >
        {action.name}
      </Button>
    </Tooltip>
  );
}

function RecordMenu({ entity, row, name, onEdit }: { entity: EntityData; row: Row; name: string; onEdit(): void }) {
  if (!entity.mayUpdate && !entity.mayDelete) return null;
  const remove = async () => {
    if (!window.confirm(`${entity.archives ? "Archive" : "Delete"} ${name}?`)) return;
    try {
      await request(`/api/${entity.path}/${row.id}`, { method: "DELETE", ifMatch: row.version ?? "*" });
      notifications.show({ message: `${name} ${entity.archives ? "archived" : "deleted"}.`, color: "product" });
      await refreshRecords();
      history.back();
    } catch (e) {
      notifyRefusal(name, e);
    }
  };
  return (
    <>
      {entity.mayUpdate ? (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {entity.mayDelete ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
              {entity.archives ? "Archive" : "Delete"}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}
