/** What the document needs from the environment: secrets, the mail server, single sign-on. */
import { checkMailServer, missingSettings, sendsMails } from "@nonet/engine";
import type { Product } from "@nonet/model";
import { type Finding, named, ok, problem, skipped } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export async function checkSettings(product: Product, environment: Environment): Promise<readonly Finding[]> {
  const missing = missingSettings(product, environment);
  return [
    ...named(
      "settings",
      ...(missing.length > 0
        ? missing.map((message) => problem(message, "Set the variables where the product runs (docs/settings.md)."))
        : [ok("Everything that the document needs is set.")]),
    ),
    ...named("mail", await checkMail(product, environment)),
  ];
}

async function checkMail(product: Product, environment: Environment): Promise<ReturnType<typeof ok>> {
  if (!environment["NONET_SMTP_URL"] && !environment["SMTP_URL"]) return skipped(sendsMails(product) ? "No mail server is set." : "The document sends no mail.");
  const why = await checkMailServer(environment);
  return why === null
    ? ok("The mail server accepts the connection.")
    : problem(`The mail server can't be used: ${why}.`, "Check NONET_SMTP_URL: the host, the port, the user and the password.");
}
