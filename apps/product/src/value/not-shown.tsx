/** "not shown": a value that depends on something that the document doesn't define yet, with a link to the open item. */
import { Tooltip } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { lineAddress } from "../context/source-link.tsx";
import { useSentenceOf } from "../context/source-sentence.tsx";
import { Link } from "../navigation/link.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

export function NotShown({ needs }: { needs: string }) {
  const element = useSentenceOf(needs);
  const { product } = useProductContext();
  return (
    <Tooltip label={t("this-needs-needs-sentence", { needs, sentence: element ? element.sentence : "" })} events={{ hover: true, focus: true, touch: true }}>
      <span title={t("this-needs-needs", { needs })}>
        {!element || element.line === null ? (
          t("not-shown")
        ) : (
          <Link
            to={lineAddress(element)}
            inherit
            c="inherit"
            underline="always"
            aria-label={t("not-shown-files", { files: placeText(product.files, element, ` ${t("of-the-document")}`) })}
          >
            {t("not-shown")}
          </Link>
        )}
      </span>
    </Tooltip>
  );
}
