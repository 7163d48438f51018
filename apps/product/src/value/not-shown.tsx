/** "not shown": a value that depends on something that the document doesn't define yet, with a link to the open item. */
import { Tooltip } from "@mantine/core";
import { formatLocation } from "@nonet/model";
import { useProductContext } from "../context/product-context.tsx";
import { lineAddress } from "../context/source-link.tsx";
import { useSentenceOf } from "../context/source-sentence.tsx";
import { Link } from "../navigation/link.tsx";

export function NotShown({ needs }: { needs: string }) {
  const element = useSentenceOf(needs);
  const { product } = useProductContext();
  return (
    <Tooltip label={`This needs ${needs}. ${element ? element.sentence : ""}`} events={{ hover: true, focus: true, touch: true }}>
      <span title={`This needs ${needs}.`}>
        {!element || element.line === null ? (
          "not shown"
        ) : (
          <Link to={lineAddress(element)} inherit c="inherit" underline="always" aria-label={`not shown: ${formatLocation(product.files, element, " of the document")}`}>
            not shown
          </Link>
        )}
      </span>
    </Tooltip>
  );
}
