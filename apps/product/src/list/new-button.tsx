/** Opens the form that creates a record: its screen, or else a dialog. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ListData } from "@nonet/screens";
import { useEntity } from "../context/product-context.tsx";
import { CreateDialog } from "../form/create-form.tsx";
import { navigate } from "../navigation/location.ts";

export function NewButton({ list }: { list: ListData }) {
  const entity = useEntity(list.entity);
  const [opened, setOpened] = useState(false);
  if (!entity) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => (list.createRoute ? navigate(list.createRoute) : setOpened(true))} aria-label={`New ${entity.name}`}>
        New
      </Button>
      {opened ? <CreateDialog entity={entity} opened onClose={() => setOpened(false)} onDone={() => setOpened(false)} /> : null}
    </>
  );
}
