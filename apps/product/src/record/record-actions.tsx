/** What can be done on a record's page: side by side, or on a narrow screen the next step and a menu with all others. */
import type { EntityData, ScreenData } from "@nonet/screens";
import { type CreationState, type Row, useChanges } from "../api/queries.ts";
import { HeadingMenu } from "../context/heading-actions.tsx";
import { FormButtons } from "../form/form-buttons.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { useIsNarrow } from "../context/narrow.ts";
import { t } from "../texts/texts.ts";
import { ActionButtons, MissingStep, UnavailableActions, useRecordActions } from "./action-buttons.tsx";
import { hasEnded } from "./has-ended.ts";
import { RecordMenu } from "./record-menu.tsx";

interface RecordActionsProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly name: string;
  readonly screen: ScreenData;
  readonly body: Extract<ScreenData["body"], { kind: "record" }>;
  /** The forms that can't be opened now. */
  readonly refused: readonly CreationState[];
  onEdit(): void;
}

/** More than these fill several rows of a telephone. */
const mostSideBySide = 2;

export function RecordActions({ entity, row, name, screen, body, refused, onEdit }: RecordActionsProps) {
  const narrow = useIsNarrow();
  const actions = useRecordActions(entity, row, body.actions);
  const changing = useChanges(entity.path, row.id);
  const changes = changing.data ?? [];
  const possible = [...(actions.next ? [actions.next] : []), ...actions.others];
  const all = possible.length + actions.refused.length + body.offers.length + body.forms.length + changes.filter(({ allowed }) => allowed).length;
  // Without states, a form that is offered is the next step.
  const forms = { row, name, refused, filled: entity.states.length === 0 && entity.stateKeys.length === 0, ended: hasEnded(entity, row) };
  const unavailable = <UnavailableActions entity={entity} row={row} refused={actions.refused.filter((one) => one !== actions.missing)} ended={possible.length === 0} />;
  const offered = <OfferedActions offers={body.offers} screen={screen.name} row={row} name={name} />;
  const menu = <RecordMenu entity={entity} row={row} name={name} onEdit={onEdit} />;
  const next = actions.missing ? <MissingStep {...actions.missing} /> : <ActionButtons entity={entity} row={row} name={name} actions={actions.next ? [actions.next] : []} next />;
  const others = <ActionButtons entity={entity} row={row} name={name} actions={actions.others} />;
  // The row of buttons has its place before they are there, below a title that leaves no room for two of them, so that nothing moves.
  if (narrow && changing.isPending && ((body.actions ?? entity.actions).length > 0 || entity.mayUpdate)) return <div aria-hidden style={{ height: 36, width: 200 }} />;
  if (!narrow || all <= mostSideBySide)
    return (
      <>
        {next}
        {others}
        {unavailable}
        {offered}
        <FormButtons forms={body.forms} {...forms} />
        {menu}
      </>
    );
  const shown = actions.next || !forms.filled ? [] : body.forms.slice(0, 1);
  return (
    <>
      {next}
      <FormButtons forms={shown} {...forms} />
      <HeadingMenu label={actions.next || actions.missing || shown.length > 0 ? t("more") : t("actions")}>
        {others}
        {offered}
        <FormButtons forms={body.forms.slice(shown.length)} {...forms} filled={false} />
        {menu}
        {unavailable}
      </HeadingMenu>
    </>
  );
}
