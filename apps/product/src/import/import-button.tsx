/** The button that opens the import of a file, where the document allows one; the dialog is loaded with it. */
import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { EntityData, ListData } from "@nonet/screens";
import { t } from "../texts/texts.ts";

const ImportDialog = lazy(() => import("./import-dialog.tsx").then((m) => ({ default: m.ImportDialog })));

export function ImportButton({ list, entity }: { list: ListData; entity: EntityData }) {
  const [opened, setOpened] = useState(false);
  if (list.import.length === 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t("import")}
      </Button>
      {opened ? (
        <Suspense>
          <ImportDialog list={list} entity={entity} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
