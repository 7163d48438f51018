import { fold } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { bare } from "../text/split.ts";
import { reportLacking } from "./report-nearest.ts";
import type { Workshop } from "./workshop.ts";

export function stateNames(ctx: Workshop, draft: EntityDraft, words: Words): string[] {
  return bare(words)
    .text.split(/\s+or\s+/i)
    .flatMap((name) => {
      const state = draft.states.find((one) => fold(one) === fold(name));
      if (state === undefined) reportLacking(ctx, draft, "state", words, { named: name });
      return state === undefined ? [] : [state];
    });
}
