/** On a telephone the tools of a list are folded behind one button beside its search. */
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { ListState } from "./state/list-state.ts";
import { t } from "../texts/texts.ts";

export const useIsNarrow = (): boolean => useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });

/** `children` are shown as they are where there is room. */
export function CollapsedTools({ state, children }: { state: ListState; children: ReactNode }) {
  const narrow = useIsNarrow();
  const [opened, setOpened] = useState(false);
  const id = useId();
  if (!narrow) return children;
  return (
    <>
      <Button
        variant={state.filtersOn > 0 ? "light" : "default"}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {state.filtersOn > 0 ? t("filters-filterson", { filtersOn: state.filtersOn }) : t("filters")}
      </Button>
      {opened ? (
        <div id={id} className="folded-tools">
          {children}
        </div>
      ) : null}
    </>
  );
}
