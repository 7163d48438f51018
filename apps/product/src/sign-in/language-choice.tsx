/** Where visitors choose a language; a cookie keeps it in this browser. */
import { Anchor, Group } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { chooseInBrowser, ownName } from "../texts/language.ts";
import { t } from "../texts/texts.ts";

export function LanguageChoice() {
  const { product } = useProductContext();
  if (product.languages.length < 2) return null;
  return (
    <Group component="nav" aria-label={t("language")} gap="md" mt="lg" justify="center">
      {product.languages.map((language) => (
        <Anchor
          key={language}
          component="button"
          type="button"
          size="sm"
          lang={language}
          underline={language === product.language ? "never" : "always"}
          c={language === product.language ? "dimmed" : undefined}
          aria-current={language === product.language ? "true" : undefined}
          onClick={() => chooseInBrowser(language)}
        >
          {ownName(language)}
        </Anchor>
      ))}
    </Group>
  );
}
