/** The Account page: how the user signs in, and where they are signed in. */
import { Stack, Text } from "@mantine/core";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { Link } from "../navigation/link.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { useAccount } from "./account-queries.ts";
import { AddressSection } from "./address-section.tsx";
import { LanguageSection } from "./language-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { Section } from "./section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { t } from "../texts/texts.ts";

export function AccountPage() {
  const { product } = useProductContext();
  const account = useAccount();
  const takesPasswords = product.rehearsal || product.signIn.methods.includes("email and password");
  return (
    <Stack maw={760} gap="lg">
      <Heading title={t("account")} screen={null} />
      {account.error ? <Refusal problem={asProblem(account.error)} /> : null}
      {account.data ? (
        <>
          <AddressSection account={account.data} />
          {takesPasswords ? <PasswordSection account={account.data} /> : null}
          <SecondFactorSection account={account.data} />
          <LanguageSection account={account.data} />
          <SessionsSection />
          <Section title={t("api-keys")} text={t("with-a-key-a-program-can-do")}>
            <Text>
              <Link to="/my-keys">{t("manage-api-keys")}</Link>
            </Text>
          </Section>
        </>
      ) : null}
    </Stack>
  );
}
