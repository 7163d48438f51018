/** The person's own language: kept on the server, so that it counts on every device. */
import { NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { chooseInBrowser, ownName } from "../texts/language.ts";
import { t } from "../texts/texts.ts";
import type { Account } from "./account-queries.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";

export function LanguageSection({ account }: { account: Account }) {
  const { product } = useProductContext();
  const { problem, busy, attempt } = useAttempt();
  const client = useQueryClient();
  if (product.languages.length < 2) return null;
  const choose = (language: string | null) =>
    attempt(async () => {
      await request("/api/me/language", { method: "POST", body: { language } });
      client.clear();
      chooseInBrowser(language);
    });
  return (
    <Section title={t("language")} text={t("language-text")}>
      {problem ? <ProblemAlert problem={problem} /> : null}
      <NativeSelect
        aria-label={t("language")}
        w={240}
        disabled={busy}
        value={account.language ?? ""}
        onChange={(event) => void choose(event.currentTarget.value || null)}
        data={[{ value: "", label: t("language-by-browser") }, ...product.languages.map((language) => ({ value: language, label: ownName(language) }))]}
      />
    </Section>
  );
}
