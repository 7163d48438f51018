/** The details of an entry of the security log as people say them: `With password`, `As Clerk, Manager`. */
import { formatInstant, type Format } from "../format/format.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

type Detail = Readonly<Record<string, unknown>>;

export function securityDetail(detail: Detail, format: Format): string {
  const said = Object.entries(detail).flatMap(([key, value]) => (value === null ? [] : (phrase(key, value, detail, format) ?? [])));
  const text = said.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Null where another key's phrase says it too. */
function phrase(key: string, value: unknown, detail: Detail, format: Format): string | null {
  switch (key) {
    case "method":
    case "secondFactor":
      return t("log-with", { proof: wordOf(value) });
    case "kind":
      return wordOf(value);
    case "roles":
      return Array.isArray(value) && value.length > 0 ? t("log-as", { roles: list(value) }) : t("log-without-role");
    case "access":
      return value === "read" ? t("log-may-read") : t("log-may-change");
    case "name":
      return t("log-named", { name: String(value) });
    case "expiresAt":
      return t("log-until", { time: formatInstant(value, format) });
    case "sessions":
      return t("log-count-sessions", { count: Number(value) });
    case "before":
      return t("log-from-to", { before: list(value), after: list(detail["after"]) });
    case "after":
      return null;
    case "version":
      return t("log-that-version", { version: String(value) });
    case "what":
      return wordOf(value);
    default:
      return t("log-label", { label: labels[key] ?? key, value: list(value) });
  }
}

const list = (value: unknown): string => (Array.isArray(value) ? value.map((one) => named(String(one))).join(", ") || t("log-no-role") : String(value));

const wordOf = (value: unknown): string => words[String(value)] ?? named(String(value));

const labels: Readonly<Record<string, string>> = {
  command: t("log-command"),
  machine: t("log-machine"),
  reason: t("log-reason"),
  request: t("log-request"),
  systemUser: t("log-system-user"),
};

/** What the product itself writes as a value. */
const words: Readonly<Record<string, string>> = {
  all: t("log-value-all"),
  code: t("log-value-totp"),
  passkey: t("log-value-passkey"),
  password: t("log-value-password"),
  recoveryCode: t("log-value-recovery-code"),
  "security log": t("log-value-security-log"),
  "single sign-on": t("log-value-single-sign-on"),
  totp: t("log-value-totp"),
};
