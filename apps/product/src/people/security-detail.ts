/** The details of an entry of the security log in the reader's language: `method: password; roles: Clerk, Manager`. */
import { formatInstant, type Format } from "../format/format.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

export const securityDetail = (detail: Readonly<Record<string, unknown>>, format: Format): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${labels[key] ?? key}: ${valueText(key, value, format)}`)
    .join("; ");

function valueText(key: string, value: unknown, format: Format): string {
  if (Array.isArray(value)) return value.map((one) => named(String(one))).join(", ") || t("none");
  if (key === "access") return value === "read" ? t("read-only") : t("read-and-change");
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatInstant(text, format);
  return key === "name" || key === "reason" ? text : (words[text] ?? text);
}

const labels: Readonly<Record<string, string>> = {
  access: t("log-access"),
  after: t("log-after"),
  before: t("log-before"),
  command: t("log-command"),
  expiresAt: t("log-expires"),
  kind: t("log-kind"),
  machine: t("log-machine"),
  method: t("log-method"),
  name: t("log-name"),
  reason: t("log-reason"),
  request: t("log-request"),
  roles: t("log-roles"),
  secondFactor: t("log-second-factor"),
  sessions: t("log-sessions"),
  systemUser: t("log-system-user"),
  version: t("log-version"),
  what: t("log-list"),
};

/** What the product itself writes as a value. */
const words: Readonly<Record<string, string>> = {
  all: t("log-value-all"),
  passkey: t("log-value-passkey"),
  password: t("log-value-password"),
  recoveryCode: t("log-value-recovery-code"),
  "security log": t("log-value-security-log"),
  "single sign-on": t("log-value-single-sign-on"),
  totp: t("log-value-totp"),
};
