/** Elements of the page, without a library. */

type Attributes = Readonly<Record<string, string | boolean | undefined>>;
export type Part = Node | string | null;

/** An attribute that is false or undefined is left out, and so is a part that is null. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...parts: readonly Part[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...parts.filter((part) => part !== null));
  return element;
}

export function button(label: string, kind: string, onClick?: () => void): HTMLButtonElement {
  const made = make("button", { type: onClick ? "button" : "submit", class: kind }, label);
  if (onClick) made.addEventListener("click", onClick);
  return made;
}

/** A drawing of lines in a square of 24. */
export function drawing(lines: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 24 24",
    width: "19",
    height: "19",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "aria-hidden": "true",
  }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", lines);
  svg.append(path);
  return svg;
}
