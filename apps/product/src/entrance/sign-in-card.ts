/** The ways to sign in, in the order and the words of the whole front end's sign-in page. */
import type { EntranceData } from "@nonet/screens";
import { hasPasskeys, showPasskey } from "../account/passkey.ts";
import { withBase } from "../addresses/base.ts";
import { asProblem, errorsOf, request } from "../api/request.ts";
import { personLabel } from "../rehearsal/person.ts";
import { chooseInBrowser, ownName } from "../texts/language.ts";
import { t } from "../texts/texts.ts";
import { button, drawing, make, type Part } from "./elements.ts";
import { enter, here, show } from "./go.ts";
import { loadFrontEnd } from "./load-front-end.ts";
import { become, rehearsalPeople } from "./rehearsal-strip.ts";

interface Entered {
  readonly needs?: string | null;
}

/** `people`: those of a rehearsal; null in a product at work. */
export function signInCard(product: EntranceData, people: HTMLElement | null): HTMLElement {
  const { methods } = product.signIn;
  const isSingle = methods.includes("single sign-on") && !product.rehearsal;
  const hasPassword = product.rehearsal || methods.includes("email and password");
  const hasPasskey = methods.includes("passkey");
  const card = make(
    "div",
    { class: "card entrance-card" },
    isSingle ? singleSignOn() : null,
    hasPasskey && hasPasskeys() ? passkey(!hasPassword && !isSingle) : null,
    (isSingle || hasPasskey) && hasPassword ? divider(t("or-use-a-password")) : null,
    ...(hasPassword
      ? [
          credentials(),
          make(
            "p",
            { class: "entrance-small" },
            button(t("forgot-your-password"), "entrance-link", () => show("forgotten")),
          ),
        ]
      : []),
    registration(product, hasPassword || hasPasskey),
    ...(people === null ? [] : [divider(t("or-sign-in-as-a-rehearsal-user")), people]),
    product.languages.length < 2 ? null : languages(product),
  );
  card.addEventListener("input", loadFrontEnd, { once: true });
  return card;
}

const alert = (text: string): HTMLElement => make("div", { class: "entrance-alert", role: "alert" }, text);
const divider = (label: string): HTMLElement => make("div", { class: "entrance-divider" }, label);

function singleSignOn(): HTMLElement {
  const why = new URLSearchParams(location.search).get("why");
  const to = here() === "/sign-in" ? "/" : here();
  return make(
    "div",
    { class: "entrance-stack" },
    make("h2", {}, t("sign-in")),
    why === null ? null : alert(why),
    make("a", { class: "filled", href: withBase(`/api/sign-in/sso?to=${encodeURIComponent(to)}`) }, t("sign-in-with-single-sign-on")),
  );
}

/** Runs once at a time; a refusal stands above what was tried. */
async function attempt(around: HTMLElement, tried: HTMLButtonElement, work: () => Promise<Entered>): Promise<void> {
  around.querySelector("[role=alert]")?.remove();
  tried.disabled = true;
  try {
    const { needs } = await work();
    enter(typeof needs === "string");
  } catch (error) {
    tried.before(
      alert(
        errorsOf(asProblem(error))
          .map(({ detail }) => detail)
          .join("\n"),
      ),
    );
    tried.disabled = false;
  }
}

function passkey(primary: boolean): HTMLElement {
  const around = make("div", { class: "entrance-stack" });
  const tried = button(
    t("sign-in-with-a-passkey"),
    primary ? "filled" : "plain",
    () => void attempt(around, tried, async () => request<Entered>("/api/sign-in/passkey", { method: "POST", body: { response: await showPasskey() } })),
  );
  around.append(tried);
  return around;
}

function credentials(): HTMLElement {
  const email = make("input", { id: "entrance-email", type: "email", autocomplete: "email", required: true });
  const password = make("input", { id: "entrance-password", type: "password", autocomplete: "current-password", required: true });
  const eye = button("", "entrance-icon", () => {
    password.type = password.type === "password" ? "text" : "password";
  });
  eye.append(drawing("M3 12c4.5-7 13.5-7 18 0c-4.5 7-13.5 7-18 0M12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4"));
  eye.setAttribute("aria-label", t("show-or-hide-password"));
  eye.tabIndex = -1;
  const tried = button(t("sign-in"), "filled");
  const form = make("form", { class: "entrance-stack" }, make("h2", {}, t("sign-in")), field(email, t("email")), field(password, t("password"), eye), tried);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(form, tried, () => request<Entered>("/api/sign-in", { method: "POST", body: { email: email.value, password: password.value } }));
  });
  return form;
}

const field = (input: HTMLInputElement, label: string, beside: Part = null): HTMLElement =>
  make("div", { class: "entrance-field" }, make("label", { for: input.id }, label), make("span", {}, input, beside));

function registration({ signIn: { registersAs } }: EntranceData, possible: boolean): HTMLElement | null {
  if (registersAs === null) return make("p", { class: "entrance-small entrance-dimmed" }, t("accounts-are-by-invitation-only"));
  return possible
    ? make(
        "p",
        { class: "entrance-small" },
        t("new-here"),
        " ",
        button(t("register-as-registersas", { registersAs }), "entrance-link", () => show("register")),
      )
    : null;
}

export async function rehearsalPeopleButtons(): Promise<HTMLElement> {
  const all = make("div", { class: "entrance-people" });
  const fail = (error: unknown): void => all.append(alert(asProblem(error).detail));
  await rehearsalPeople()
    .then((found) => all.append(...found.map((person) => button(personLabel(person), "plain", () => void become(person.email).catch(fail)))))
    .catch(fail);
  return all;
}

function languages(product: EntranceData): HTMLElement {
  const choices = product.languages.map((language) => {
    const choice = button(ownName(language), "entrance-link", () => chooseInBrowser(language));
    choice.lang = language;
    if (language === product.language) choice.setAttribute("aria-current", "true");
    return choice;
  });
  return make("nav", { class: "entrance-languages", "aria-label": t("language") }, ...choices);
}
