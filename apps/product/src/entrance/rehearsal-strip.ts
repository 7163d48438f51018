/** The rehearsal bar of visitors: signs them in as one of the rehearsal's people. The whole bar comes with the whole front end. */
import type { RehearsalPerson } from "../rehearsal/person.ts";
import { personLabel } from "../rehearsal/person.ts";
import { itemsIn } from "../api/items-in.ts";
import { request } from "../api/request.ts";
import { t } from "../texts/texts.ts";
import { button, make } from "./elements.ts";
import { enter, show } from "./go.ts";

let asked: Promise<readonly RehearsalPerson[]> | undefined;
export const rehearsalPeople = (): Promise<readonly RehearsalPerson[]> => (asked ??= request("/rehearsal/people").then((data) => itemsIn<RehearsalPerson>(data)));

export async function become(email: string): Promise<void> {
  await request("/rehearsal/become", { method: "POST", body: { email } });
  enter();
}

export function rehearsalStrip(): HTMLElement {
  const choice = make("select", { "aria-label": t("be-this-person") }, make("option", { value: "", disabled: true, selected: true }, t("not-signed-in")));
  choice.addEventListener("change", () => void become(choice.value).catch(() => (choice.value = "")));
  void rehearsalPeople().then((people) => choice.append(...people.map((person) => make("option", { value: person.email }, personLabel(person)))));
  return make(
    "div",
    { class: "entrance-strip", role: "region", "aria-label": t("rehearsal") },
    make("strong", {}, t("rehearsal")),
    choice,
    button(t("clock-and-messages"), "entrance-link", () => show("rehearsal")),
  );
}
