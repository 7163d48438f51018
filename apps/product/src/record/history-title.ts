/** What happened in an entry of the history, as its heading: the document's name of an action, or what the product did. */
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

/** What ran by itself is stored as its row names it: `(at due date)`, `Close, (after 5 days)`. */
export const isAutomatic = (action: string): boolean => /(^|, )\(/.test(action);

/** `action`: all that one change did, as it is stored: `Approve: yes, Approve`. */
export function historyTitle(action: string): string {
  if (isAutomatic(action)) return t("state-changed-automatically");
  const all = action.split(", ");
  // The last yes runs the action, which says it all.
  return all
    .filter((one) => !(one.endsWith(": yes") && all.includes(one.slice(0, -": yes".length))))
    .map(titleOf)
    .join(", ");
}

function titleOf(action: string): string {
  if (action === "create") return t("created");
  if (action === "update") return t("updated");
  const vote = /^(.*): (yes|no|proposed)$/.exec(action);
  if (!vote) return named(action);
  const of = { action: named(vote[1]!) };
  return vote[2] === "yes" ? t("history-yes", of) : vote[2] === "no" ? t("history-no", of) : t("history-proposed", of);
}
