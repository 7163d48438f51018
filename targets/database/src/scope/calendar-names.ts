/** The functions that count in a calendar. */
import { fold, plusWorking } from "@nonet/feel";

const calls = new Set<string>(["working days", "working time", "next working day", plusWorking]);
export const isCalendarCall = (name: string): boolean => calls.has(fold(name));
