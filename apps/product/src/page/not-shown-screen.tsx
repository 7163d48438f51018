/** A screen whose content is "not shown" in the document, with a link to the open item. */
import { Text } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { Heading } from "../context/heading.tsx";
import { NotShown } from "../value/not-shown.tsx";
import { t } from "../texts/texts.ts";

export function NotShownScreen({ screen, needs }: { screen: ScreenData; needs: string }) {
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      <Text c="dimmed">
        {t("the-content-of-this-screen-is")} <NotShown needs={needs} />.
      </Text>
    </>
  );
}
