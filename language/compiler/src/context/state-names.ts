import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { bare } from "../text/split.ts";
import { reportMissing } from "./report-nearest.ts";
import type { PointCompiler } from "./workshop.ts";

export function stateNames(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): string[] {
  return bare(words)
    .text.split(/\s+or\s+/i)
    .flatMap((name) => {
      const state = draft.states.find((one) => fold(one) === fold(name));
      if (state === undefined) reportMissing(ctx, draft, "state", words, { named: name });
      return state === undefined ? [] : [state];
    });
}
