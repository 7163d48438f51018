/** The language in which a person uses the product. */
import { system } from "@nonet/database";
import { languagesOf } from "@nonet/model";
import { say } from "@nonet/texts";
import { ownSession } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

export async function chooseLanguage(running: Running, caller: Caller, language: string | null): Promise<Outcome<null>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const offered = languagesOf(running.product.about);
  if (language !== null && !offered.includes(language)) {
    return refuse("invalid", problem("invalid-value", say("no-such-language", { languages: offered.join(", ") }), { field: "language" }));
  }
  const { id } = session.value.person;
  await running.database.rows(language === null ? system.forgetLanguage(id) : system.chooseLanguage(id, language));
  return done(null);
}
