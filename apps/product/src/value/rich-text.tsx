/** Formatted text, cleaned again in the browser, because the front end doesn't trust any value. */
import { Text } from "@mantine/core";
import { cleanHtml } from "../format/clean-html.ts";

export function RichText({ html, small }: { html: string; small?: boolean }) {
  if (small)
    return (
      <Text span lineClamp={2} dir="auto">
        {textOfHtml(html)}
      </Text>
    );
  return <div className="rich" dir="auto" dangerouslySetInnerHTML={{ __html: cleanHtml(html) }} />;
}

const textOfHtml = (html: string): string => new DOMParser().parseFromString(cleanHtml(html), "text/html").body.textContent ?? "";
