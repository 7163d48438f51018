/** Opens the form that creates a record: its screen, or else a dialog. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ListData } from "@nonet/screens";
import { type CreationState, useCreations } from "../api/queries.ts";
import { useEntity } from "../context/product-context.tsx";
import { CreateDialog } from "../form/create-form.tsx";
import { UnavailableButton } from "../form/show-reason.tsx";
import type { FormValues } from "../field/field-values.ts";
import { navigate } from "../navigation/location.ts";
import { newRecordText } from "../texts/new-record-text.ts";
import { t } from "../texts/texts.ts";

interface NewButtonProps {
  readonly list: ListData;
  /** Values that are filled in already. */
  readonly given?: FormValues;
  /** For a list on a record's page, where the page's own actions come first. */
  readonly part?: boolean;
  /** Why no record can be created on this page. */
  readonly refused?: CreationState | undefined;
  /** Whether the work on the page's record has ended. */
  readonly quiet?: boolean;
  /** What the button says instead of "New". */
  readonly text?: string | undefined;
}

export function NewButton({ list, given, part = false, refused, quiet = false, text }: NewButtonProps) {
  const entity = useEntity(list.entity);
  const [opened, setOpened] = useState(false);
  const creations = useCreations(list.screen ?? "", null, list.createGuarded && list.screen !== null && !part);
  if (!entity) return null;
  const blocked = refused ?? creations.data?.items.find((one) => !one.allowed && one.action === null);
  if (blocked && quiet) return null;
  if (blocked)
    return <UnavailableButton name={text ?? t("new")} label={text ?? newRecordText(entity)} icon={<IconPlus size={16} aria-hidden />} state={blocked} small={part} isNew />;
  return (
    <>
      <Button
        {...(part ? { variant: quiet ? ("subtle" as const) : ("default" as const), size: "xs" as const } : {})}
        {...(list.quietNew && !part ? { variant: "default" as const } : {})}
        {...(quiet ? { color: "gray" } : {})}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => (list.createRoute ? navigate(list.createRoute, given ? { given } : {}) : setOpened(true))}
        aria-label={text ?? newRecordText(entity)}
        data-new
      >
        {text ?? t("new")}
      </Button>
      {opened ? <CreateDialog entity={entity} opened {...(given ? { given } : {})} onClose={() => setOpened(false)} onDone={() => setOpened(false)} /> : null}
    </>
  );
}
