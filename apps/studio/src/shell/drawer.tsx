/** The panels below the editor, as tabs. */
import type { Span } from "@nonet/source";
import { type ReactNode, useState } from "react";
import type { Checked, Edits, OpenPoint } from "../contract/messages.ts";
import { Impact, type ImpactState } from "../panels/impact.tsx";
import { OpenPoints } from "../panels/open-points.tsx";
import { type PlaceWords, Problems } from "../panels/problems.tsx";

interface DrawerProps {
  readonly checked: Checked | null;
  readonly open: readonly OpenPoint[];
  readonly impact: ImpactState;
  readonly place: PlaceWords;
  readonly onSelect: (span: Span) => void;
  readonly onFix: (edits: Edits) => void;
  readonly onOpenRoute: (route: string) => void;
}

const tabs = ["Problems", "Impact", "Open points"] as const;
type Tab = (typeof tabs)[number];

export function Drawer({ checked, open, impact, place, onSelect, onFix, onOpenRoute }: DrawerProps) {
  const [tab, setTab] = useState<Tab>("Problems");
  const counts: Readonly<Record<Tab, number>> = {
    Problems: checked?.diagnostics.length ?? 0,
    Impact: impact.lines.filter(({ kind }) => kind !== "judged").length,
    "Open points": open.length,
  };
  const content: Readonly<Record<Tab, () => ReactNode>> = {
    Problems: () => <Problems checked={checked} place={place} onSelect={onSelect} onFix={onFix} />,
    Impact: () => <Impact impact={impact} onOpen={onOpenRoute} />,
    "Open points": () => <OpenPoints open={open} place={place} onSelect={onSelect} />,
  };
  return (
    <section className="drawer" aria-label="Findings">
      <div role="tablist" aria-label="Findings">
        {tabs.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>
            {one} ({counts[one]})
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tab} className="panel" tabIndex={0}>
        {content[tab]()}
      </div>
    </section>
  );
}
