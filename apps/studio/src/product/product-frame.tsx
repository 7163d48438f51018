/** The running product, in a frame: its links to lines of the document lead into the editor. */
import { type RefObject, useEffect, useRef } from "react";
import { type DocumentLine, lineOfLink, lineOfPart } from "./document-lines.ts";

export interface ProductFrameProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly title: string;
  /** The page that it begins with. */
  readonly address: string;
  /** Kept while something else is in its place. */
  readonly isHidden: boolean;
  /** Every click goes to a line, and does nothing else. */
  readonly picking: boolean;
  readonly onLine: (line: DocumentLine) => void;
}

export function ProductFrame({ frame, title, address, isHidden, picking, onLine }: ProductFrameProps) {
  const current = useRef({ picking, onLine });
  useEffect(() => {
    current.current = { picking, onLine };
    // While the frame loads, its document can be empty.
    const root: HTMLElement | null | undefined = frame.current?.contentDocument?.documentElement;
    root?.style.setProperty("cursor", picking ? "crosshair" : "");
  });
  const listen = (): void => {
    frame.current?.contentDocument?.addEventListener("click", (event) => goToLine(event, current.current), true);
  };
  return <iframe ref={frame} className="product" src={address} title={title} hidden={isHidden} onLoad={listen} />;
}

function goToLine(event: MouseEvent, { picking, onLine }: Pick<ProductFrameProps, "picking" | "onLine">): void {
  // Elements of the frame are of its own window's classes.
  const target = event.target as Element;
  const line = lineOfLink(target) ?? (picking || event.altKey ? lineOfPart(target) : null);
  if (!line && !picking) return;
  event.preventDefault();
  event.stopPropagation();
  if (line) onLine(line);
}

/** Opens a route in the frame. */
export function openRoute(frame: HTMLIFrameElement | null, route: string): void {
  frame?.contentWindow?.location.assign(route);
}
