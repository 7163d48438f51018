/**
 * Where a link leads to a file that the server may refuse: it is fetched, so that a refusal is shown as any other is, where
 * the browser would save it under the file's name. The link keeps its address, for whoever copies it or opens it elsewhere.
 */
import type { MouseEvent } from "react";
import { send } from "../api/request.ts";
import { notifyRefusal } from "./problem-alert.tsx";

/** What makes an `a` one; `title` stands above what is refused. */
export const downloadLink = (href: string, title: string) => ({
  href,
  download: true,
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void save(href).catch((e: unknown) => notifyRefusal(title, e));
  },
});

async function save(path: string): Promise<void> {
  const answer = await send(path, "*/*");
  const address = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement("a"), { href: address, download: nameIn(answer.headers.get("content-disposition")) });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file's name as RFC 6266 has it: the extended form goes before the plain one. */
export function nameIn(disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return extended === undefined ? (/filename="([^"]*)"/i.exec(disposition ?? "")?.[1] ?? "") : decodeURIComponent(extended);
}
