/** Settings that the document needs and the environment lacks. */
import type { Product } from "@nonet/model";
import { environmentName } from "../connection/secrets.ts";
import { mailServer } from "./send-mail.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const openIdNames = ["NONET_OIDC_ISSUER", "NONET_OIDC_CLIENT_ID", "NONET_OIDC_CLIENT_SECRET"] as const;
/** The provider's own names (`sub`) for those who are Owners here. */
export const openIdOwners = "NONET_OIDC_OWNER";

/** A sentence for each kind of setting, with the variables to set. */
export function missingSettings(product: Product, environment: Environment): readonly string[] {
  const found: string[] = [];
  const secrets = secretsOf(product).filter((name) => !environment[environmentName(name)]);
  if (secrets.length > 0)
    found.push(
      `${secrets.length === 1 ? "A secret isn't" : "Secrets aren't"} set, so calls that need ${secrets.length === 1 ? "it" : "them"} fail: set ${joined(secrets.map(environmentName))}.`,
    );
  if (sendsMails(product) && !mailServer(environment))
    found.push("No mail server is set, so mails can't be sent and go to the list of failed calls: set NONET_SMTP_URL (smtps://user:password@host) and NONET_MAIL_FROM.");
  const openId = product.about.signIn.methods.includes("single sign-on") ? openIdNames.filter((name) => !environment[name]) : [];
  if (openId.length > 0) found.push(`Nobody can sign in by single sign-on: set ${joined(openId)}.`);
  return found;
}

export const sendsMails = (product: Product): boolean => product.calls.some((c) => c.does.kind === "email");

/** The secrets of the document, in its order. */
function secretsOf(product: Product): string[] {
  const names = product.calls.flatMap(({ does }) => {
    if (does.kind === "http") return [...(does.signature ? [does.signature.secret] : []), ...does.headers.flatMap((h) => h.secret ?? [])];
    return does.kind === "received" && does.signature ? [does.signature.secret] : [];
  });
  return [...new Set(names)];
}

const joined = (names: readonly string[]): string => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`);
