/** Actions of other records, and actions that create a record, on the page of a record or above a list. */
import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { EntityData, OfferData } from "@nonet/screens";
import { type CreationState, useActions, useCreations, type Row } from "../api/queries.ts";
import { HeadingAction, useActionDialog } from "../context/heading-actions.tsx";
import { useEntity } from "../context/product-context.tsx";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";
import { useRunAction } from "./action-runner.tsx";
import { CreateForm, creationFields } from "./create-form.tsx";
import { dialogSize } from "../field/dialog-size.ts";
import { RecordChoice } from "./record-choice.tsx";
import { UnavailableButton } from "./show-reason.tsx";
import { filledRoute } from "./filled-route.ts";
import { navigate } from "../navigation/location.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

interface OfferProps {
  readonly offer: OfferData;
  readonly entity: EntityData;
  /** The record of the page; null above a list. */
  readonly row: Row | null;
  readonly name: string;
}

export function OfferedActions({ offers, screen, row, name }: { offers: readonly OfferData[]; screen: string; row: Row | null; name: string }) {
  const creations = useCreations(
    screen,
    row?.id ?? null,
    offers.some((offer) => offer.guarded),
  );
  return (
    <>
      {offers.map((offer) => (
        <Offer
          key={`${offer.entity}: ${offer.action}`}
          offer={offer}
          row={row}
          name={name}
          blocked={creations.data?.items.find((one) => !one.allowed && one.entity === offer.entity && one.action === offer.action)}
        />
      ))}
    </>
  );
}

function Offer({ offer, row, name, blocked }: Omit<OfferProps, "entity"> & { blocked: CreationState | undefined }) {
  const entity = useEntity(offer.entity);
  if (!entity) return null;
  if (blocked && offer.creates) return <UnavailableButton name={named(offer.action)} state={blocked} />;
  if (offer.creates) return <CreateButton offer={offer} entity={entity} row={row} name={name} />;
  const of = row === null ? null : offer.through === null ? row.id : idIn(row[offer.through]);
  return of === null ? <ChooseButton offer={offer} entity={entity} /> : <RunButton offer={offer} entity={entity} id={of} name={name} />;
}

/** Opens the form screen of the action, else a dialog, with the record of the page filled in. */
function CreateButton({ offer, entity, row, name }: OfferProps) {
  const given = offer.through !== null && row !== null ? { [offer.through]: { id: row.id, shownAs: name } } : {};
  const fields = [...creationFields(entity, given), ...offer.asks];
  const { open, drawn } = useActionDialog((close) => (
    <Modal opened onClose={unlessUnsaved(close)} title={named(offer.action)} size={dialogSize(fields)}>
      <CreateForm
        entity={entity}
        steps={[{ title: null, fields }]}
        given={given}
        makes={offer.makes}
        submit={named(offer.action)}
        onCancel={close}
        onDone={() => {
          close();
          notifications.show({ message: t("action-done", { action: offer.action }), color: "product" });
        }}
      />
    </Modal>
  ));
  return (
    <>
      <HeadingAction onClick={() => (offer.route === null ? open() : navigate(filledRoute(offer.route, row)))}>{named(offer.action)}</HeadingAction>
      {drawn}
    </>
  );
}

/** Runs the action on the record to which the page's record refers, if it is available there. */
function RunButton({ offer, entity, id, name }: { offer: OfferData; entity: EntityData; id: string; name: string }) {
  const actions = useActions(entity.path, id);
  const run = useRunAction();
  const action = entity.actions.find((known) => known.name === offer.action);
  const state = (actions.data ?? []).find((a) => a.name === offer.action);
  if (!action || !state) return null;
  return (
    <HeadingAction
      disabled={!state.allowed}
      onClick={() => run({ entity, action, ids: [id], name, question: state.question ?? null })}
      {...(state.allowed ? {} : { title: state.why ?? t("not-available-right-now") })}
    >
      {named(offer.action)}
    </HeadingAction>
  );
}

/** Above a list nothing says on which record the action runs, so the user selects one. */
function ChooseButton({ offer, entity }: { offer: OfferData; entity: EntityData }) {
  const run = useRunAction();
  const action = entity.actions.find((known) => known.name === offer.action);
  const { open, drawn } = useActionDialog((close) => (
    <Modal opened onClose={close} title={named(offer.action)}>
      <RecordChoice
        entity={entity}
        chosen={null}
        onChange={(chosen) => {
          close();
          if (chosen && action) run({ entity, action, ids: [chosen.id], name: chosen.shownAs ?? entity.name });
        }}
      />
    </Modal>
  ));
  if (!action) return null;
  return (
    <>
      <HeadingAction onClick={() => (offer.route === null ? open() : navigate(offer.route))}>{named(offer.action)}</HeadingAction>
      {drawn}
    </>
  );
}

const idIn = (value: unknown): string | null =>
  typeof value === "object" && value !== null && typeof (value as { id?: unknown }).id === "string" ? (value as { id: string }).id : null;
