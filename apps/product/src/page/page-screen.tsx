/** A page of text from the document. */
import { Text } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { Heading } from "../context/heading.tsx";
import { ProseBlocks } from "./prose-blocks.tsx";
import { t } from "../texts/texts.ts";

export function PageScreen({ screen }: { screen: ScreenData }) {
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      <article>{screen.prose.trim() === "" ? <Text c="dimmed">{t("this-page-is-empty-add-text-below")}</Text> : <ProseBlocks prose={screen.prose} />}</article>
    </>
  );
}
