/** Pieces of HTML in which every text is escaped. */
import { escaped } from "@nonet/api";
import { type IconName, iconShapes } from "./icon-shapes.ts";

/** Written attributes; those without a value are left out. */
const attributes = (given: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escaped(value)}"`))
    .join("");

/** An element around HTML that is there already. */
export const around = (tag: string, given: Readonly<Record<string, string | undefined>>, ...content: readonly string[]): string =>
  `<${tag}${attributes(given)}>${content.join("")}</${tag}>`;

/** An element around a text. */
export const texted = (tag: string, given: Readonly<Record<string, string | undefined>>, text: string): string => around(tag, given, escaped(text));

/** A name or a value, whatever direction it is written in. */
export const bdi = (text: string, className?: string): string => texted("bdi", { class: className }, text);

/** A link that the browser follows by itself; without an address, what it is around. */
export const linked = (to: string | null, given: Readonly<Record<string, string | undefined>>, content: string): string =>
  to === null ? content : around("a", { href: to, ...given }, content);

/** An icon in a square of this size: pixels, or a CSS length. */
export const icon = (name: IconName, size: number | string, className = ""): string =>
  around(
    "svg",
    { class: `fp-icon${className && ` ${className}`}`, style: `--size:${typeof size === "number" ? `${size}px` : size}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    around("path", { d: iconShapes[name] }),
  );
