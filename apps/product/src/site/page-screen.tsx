/** A page of the document: prose with numbers, charts, lists, pictures and forms, in its order. */
import "./page.css";
import { Text } from "@mantine/core";
import { type PageBlock, pagePartsOf, pictureWidths, type ScreenData } from "@nonet/screens";
import { blockingError, type ElementValues, useScreenValues } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { Heading } from "../context/heading.tsx";
import { NumberCard } from "../dashboard/number-card.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { InlineProse } from "../value/inline-prose.tsx";
import { isWithheld, PageElement } from "./page-element.tsx";
import { PagePicture } from "./page-picture.tsx";
import { ProseBlocks } from "../page/prose-blocks.tsx";
import { t } from "../texts/texts.ts";

type PageBody = Extract<ScreenData["body"], { kind: "page" }>;
type ValueAt = (index: number) => ElementValues | undefined;

export function PageScreen({ screen, body }: { screen: ScreenData; body: PageBody }) {
  const hasValues = body.elements.some((element) => "index" in element);
  const values = useScreenValues(screen.name, hasValues);
  useScreenInPlaceOfPaint(!hasValues || !values.isPending);
  const { hero, blocks } = pagePartsOf(body.elements);
  const at: ValueAt = (index) => (values.data?.kind === "page" ? values.data.elements[index] : undefined);
  return (
    <>
      {hero ? (
        <div className="page-hero">
          <div>
            <Heading title={screen.name} screen={screen} />
            {hero.lead === "" ? null : (
              <Text className="page-lead" dir="auto">
                <InlineProse text={hero.lead} />
              </Text>
            )}
          </div>
          <PagePicture picture={hero.picture} width={pictureWidths.hero} first />
        </div>
      ) : (
        <Heading title={screen.name} screen={screen} />
      )}
      {blockingError(values) ? <Refusal problem={asProblem(values.error)} retry={() => void values.refetch()} /> : null}
      <div className="page-flow">
        {blocks.map((block, i) => (
          <Block key={i} screen={screen} block={block} at={at} waiting={values.isPending} />
        ))}
      </div>
      {body.elements.length === 0 ? <Text c="dimmed">{t("this-page-is-empty-add-text-below")}</Text> : null}
    </>
  );
}

function Block({ screen, block, at, waiting }: { screen: ScreenData; block: PageBlock; at: ValueAt; waiting: boolean }) {
  if (block.kind === "prose") return <ProseBlocks prose={block.text} />;
  if (block.kind === "pictures")
    return (
      <div className="page-pictures">
        {block.pictures.map((picture, i) => (
          <PagePicture key={i} picture={picture} width={block.pictures.length === 1 ? pictureWidths.alone : pictureWidths.inRow} />
        ))}
      </div>
    );
  if (block.kind !== "numbers") return <PageElement screen={screen} element={block} value={"index" in block ? at(block.index) : undefined} waiting={waiting} />;
  // What the reader may not see is left out, as on the rest of a page.
  const seen = block.numbers.filter(({ index }) => !isWithheld(at(index)));
  return seen.length === 0 ? null : (
    <div className="dashboard-numbers">
      {seen.map((number) => (
        <NumberCard key={number.index} screen={screen.name} element={number} value={at(number.index)} />
      ))}
    </div>
  );
}
