/** A screen's icon in the menu, by its kind. */
import {
  IconBinaryTree2,
  IconCalendarEvent,
  IconFileDescription,
  IconId,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconPlus,
  IconReportAnalytics,
  IconTable,
  IconTimelineEvent,
} from "@tabler/icons-react";
import type { ScreenData } from "@nonet/screens";

const icons = {
  list: IconTable,
  board: IconLayoutKanban,
  calendar: IconCalendarEvent,
  timeline: IconTimelineEvent,
  tree: IconBinaryTree2,
  record: IconId,
  form: IconPlus,
  "call form": IconPlus,
  dashboard: IconLayoutDashboard,
  report: IconReportAnalytics,
  page: IconFileDescription,
  open: IconFileDescription,
} satisfies Record<ScreenData["body"]["kind"], unknown>;

export function ScreenIcon({ kind }: { kind: ScreenData["body"]["kind"] }) {
  const Icon = icons[kind];
  return <Icon size={18} aria-hidden />;
}
