/** "not shown": what a value hangs on that the document doesn't show yet, and where it should. */
import { Tooltip } from "@mantine/core";
import { Link } from "../shell/link.tsx";
import { useSentenceOf } from "../shell/sentence.tsx";

export function NotShown({ needs }: { needs: string }) {
  const said = useSentenceOf(needs);
  const line = said?.line ?? null;
  return (
    <Tooltip label={`This needs ${needs}. ${said ? said.sentence : ""}`} events={{ hover: true, focus: true, touch: true }}>
      <span title={`This needs ${needs}.`}>
        {line === null ? (
          "not shown"
        ) : (
          <Link to={`/document#${said?.file ? `F${said.file}` : ""}L${line}`} inherit c="inherit" underline="always" aria-label={`not shown: line ${line} of the document`}>
            not shown
          </Link>
        )}
      </span>
    </Tooltip>
  );
}
