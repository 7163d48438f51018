/** What the word or line under the pointer says, and what depends on it. */
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { Hover } from "@nonet/services";
import type { EditorHost } from "./editor-host.ts";

export function hover(host: EditorHost): Extension {
  return hoverTooltip(async (_view, offset) => {
    const found = await host.ask("hover", { file: host.file(), offset });
    return found && { pos: found.span.from, end: found.span.to, above: true, create: () => ({ dom: contentOf(found) }) };
  });
}

function contentOf({ lines, dependents, count }: Hover): HTMLElement {
  const box = element("div", "hover");
  lines.forEach((line, i) => box.append(element("p", i === 0 ? "hover-title" : "", line)));
  if (count === 0) return box;
  box.append(element("p", "dimmed", `${count} ${count === 1 ? "line depends" : "lines depend"} on it:`));
  const list = element("ul", "");
  for (const { sentence } of dependents) list.append(element("li", "", sentence));
  if (count > dependents.length) list.append(element("li", "dimmed", `and ${count - dependents.length} more`));
  box.append(list);
  return box;
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
