/** Point 4: the state of a machine that words name. */
import { fold } from "@nonet/feel";
import type { EntityDraft } from "../declare/drafts.ts";

export const stateOf = (draft: EntityDraft, written: string): string | null => draft.states.find((state) => fold(state) === fold(written)) ?? null;
