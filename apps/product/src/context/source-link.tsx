/** Links to the document's line that defines what is shown. */
import { Tooltip } from "@mantine/core";
import type { SourceLocation } from "@nonet/model";
import { Link } from "../navigation/link.tsx";
import { useProductContext } from "./product-context.tsx";
import { Sentence } from "./source-sentence.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

/** The anchor of a line on the Document page. */
export const lineAnchor = ({ line, file }: SourceLocation): string => `${file ? `F${file}` : ""}L${line}`;
export const lineAddress = (at: SourceLocation): string => `/document#${lineAnchor(at)}`;

/** "line 132", with the file name if there are several files. */
export function LineLink({ at, of }: { at: SourceLocation; of?: string }) {
  const { me, product } = useProductContext();
  // Visitors can't open the document, so a line's number would say nothing to them.
  if (at.line === null || !me.signedIn) return null;
  return (
    <Link to={lineAddress(at)} size="xs" c="dimmed" underline="always" aria-label={`${of ? `${of}: ` : ""}${placeText(product.files, at, ` ${t("of-the-document")}`)}`}>
      {placeText(product.files, at)}
    </Link>
  );
}

/** A link to a line, with a tooltip that shows what the document says there. */
export function SourceLink({ at, of }: { at: SourceLocation; of?: string }) {
  const { me } = useProductContext();
  const link = <LineLink at={at} {...(of === undefined ? {} : { of })} />;
  if (at.line === null || !me.signedIn) return link;
  return (
    <Tooltip label={<Sentence at={at} of={of} otherwise={t("show-this-line-of-the-document")} />} events={{ hover: true, focus: true, touch: false }}>
      <span>{link}</span>
    </Tooltip>
  );
}
