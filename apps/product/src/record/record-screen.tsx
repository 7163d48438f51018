/** One record: its sections, state, actions, related lists and history. */
import { Modal, Skeleton, Stack, Tabs } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { EntityData, FieldData, ScreenData } from "@nonet/screens";
import { blockingError, useCreations, useRecord, useRecordScreen, useReferredValues, useShownAs, type CreationState, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { dialogSize } from "../field/dialog-size.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { datedName, datedTitle } from "../format/dated-name.ts";
import { recordName } from "../format/record-name.ts";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { StateBadge } from "../value/state-badge.tsx";
import { BlockedTransitions } from "./blocked-transitions.tsx";
import { EditForm } from "./edit-form.tsx";
import { hasEnded } from "./has-ended.ts";
import { RecordActions } from "./record-actions.tsx";
import { RecordPresence } from "./record-presence.tsx";
import { RecordSection } from "./record-section.tsx";
import { currencyPaths } from "./record-requests.ts";
import { RelatedList } from "./related-list.tsx";
import { isInHeading } from "./title-field.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

/** Only some entities have them. */
const DecisionPanels = lazy(() => import("./decision-panel.tsx").then((m) => ({ default: m.DecisionPanels })));
const History = lazy(() => import("./history.tsx").then((m) => ({ default: m.History })));
const RecordComments = lazy(() => import("../comments/record-comments.tsx").then((m) => ({ default: m.RecordComments })));

export { loadRecord } from "./record-requests.ts";

type RecordBody = Extract<ScreenData["body"], { kind: "record" }>;

export function RecordScreen({ screen, body, id }: { screen: ScreenData; body: RecordBody; id: string }) {
  const entity = useEntity(body.entity);
  const { me, lines, product } = useProductContext();
  const record = useRecord(entity?.path ?? "", id, entity !== undefined);
  const shownAs = useShownAs(entity?.path ?? "", id, entity !== undefined);
  const referred = useReferredValues(entity?.path ?? "", record.data?.id ?? null, entity ? currencyPaths(entity) : []);
  const screenValues = useRecordScreen(screen.name, record.data?.id ?? null, body.asks);
  const creations = useCreations(screen.name, record.data?.id ?? null, body.guarded && record.data !== undefined);
  const [editing, setEditing] = useState(false);
  const isDrawn = record.data !== undefined && !shownAs.isPending && !(body.asks && screenValues.isPending);
  useScreenInPlaceOfPaint(isDrawn || blockingError(record) !== null);
  if (!entity) return null;
  if (blockingError(record)) return <Refusal problem={asProblem(record.error)} retry={() => void record.refetch()} />;
  if (!record.data || shownAs.isPending)
    return (
      <Stack>
        <Skeleton height={34} width={260} />
        <Skeleton height={220} />
      </Stack>
    );
  const refused = creations.data?.items.filter(({ action, allowed }) => action === null && !allowed) ?? [];
  const row = { ...referred.data, ...record.data };
  const isNamed = typeof shownAs.data === "string" && shownAs.data !== "" && shownAs.data !== row.id;
  const name = datedName(isNamed ? String(shownAs.data) : recordName(row, entity.titleKey, entity.name, product), entity, product);
  const hidden = new Set(screenValues.data?.kind === "record" ? screenValues.data.hidden : []);
  const ownTitle = screenValues.data?.kind === "record" ? screenValues.data.title : null;
  const title = ownTitle === null ? name : datedTitle(ownTitle, body, product);
  // With the document's lines beside the fields, each field is there.
  const shown = (fields: readonly FieldData[]) => fields.filter((f) => !hidden.has(f.name) && (lines || !isInHeading(entity, f, row, title)));
  const ended = hasEnded(entity, row);
  const tabs = body.sections.filter((s) => s.tab);
  const plain = body.sections.filter((s) => !s.tab);
  return (
    <>
      <Heading title={<bdi>{title}</bdi>} record={String(title)} row={row} screen={screen} badge={<Badges entity={entity} row={row} />}>
        <RecordActions entity={entity} row={row} name={name} screen={screen} body={body} refused={refused} onEdit={() => setEditing(true)} />
      </Heading>
      <Tabs defaultValue="record" keepMounted={false}>
        {tabs.length > 0 || entity.mayHistory ? (
          <Tabs.List mb="lg">
            <Tabs.Tab value="record">{named(entity.name)}</Tabs.Tab>
            {tabs.map((t) => (
              <Tabs.Tab key={t.title} value={`tab ${t.title}`}>
                {t.title}
              </Tabs.Tab>
            ))}
            {entity.mayHistory ? <Tabs.Tab value="history">{t("history")}</Tabs.Tab> : null}
          </Tabs.List>
        ) : null}
        <Tabs.Panel value="record">
          <Stack gap="lg">
            {entity.actions.some(({ decision }) => decision !== null) ? (
              <Suspense>
                <DecisionPanels entity={entity} row={row} name={name} />
              </Suspense>
            ) : null}
            <BlockedTransitions entity={entity} id={row.id} />
            {plain.map((s, i) => (
              <RecordSection key={i} title={s.title} fields={shown(s.fields)} row={row} />
            ))}
            <RelatedLists body={body} tab={null} id={row.id} name={name} refused={refused} ended={ended} />
            {entity.comments && me.signedIn ? (
              <Suspense>
                <RecordComments entity={entity} id={row.id} />
              </Suspense>
            ) : null}
          </Stack>
        </Tabs.Panel>
        {tabs.map((t) => (
          <Tabs.Panel key={t.title} value={`tab ${t.title}`}>
            <Stack gap="lg">
              <RecordSection title={null} fields={shown(t.fields)} row={row} />
              <RelatedLists body={body} tab={t.title} id={row.id} name={name} refused={refused} ended={ended} />
            </Stack>
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history">
          <Suspense>
            <History entity={entity} row={row} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <Modal
        opened={editing}
        onClose={unlessUnsaved(() => setEditing(false))}
        title={<bdi>{t("edit-name", { name })}</bdi>}
        size={dialogSize(entity.fields.filter((f) => f.writableOnUpdate))}
      >
        <EditForm entity={entity} row={row} onDone={() => setEditing(false)} />
      </Modal>
    </>
  );
}

interface RelatedListsProps {
  readonly body: RecordBody;
  readonly tab: string | null;
  readonly id: string;
  readonly name: string;
  readonly refused: readonly CreationState[];
  readonly ended: boolean;
}

function RelatedLists({ body, tab, id, name, refused, ended }: RelatedListsProps) {
  return (
    <>
      {body.lists
        .filter((l) => l.tab === tab)
        .map((l) => (
          <RelatedList
            key={l.title}
            title={l.title}
            list={l.list}
            by={l.by}
            createsBy={l.createsBy}
            id={id}
            name={name}
            refused={refused.find(({ entity }) => entity === l.list.entity)}
            ended={ended}
          />
        ))}
    </>
  );
}

/** The states of all the record's machines, and who else is here. */
function Badges({ entity, row }: { entity: EntityData; row: Row }) {
  const { me } = useProductContext();
  return (
    <>
      {["state", ...entity.stateKeys].map((key) => (typeof row[key] === "string" ? <StateBadge key={key} state={row[key]} colours={entity.colours} /> : null))}
      {entity.comments && me.signedIn ? <RecordPresence path={entity.path} id={row.id} /> : null}
    </>
  );
}
