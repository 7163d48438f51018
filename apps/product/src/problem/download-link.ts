/**
 * A download link that fetches its file, so that an error is shown as a notification. The browser itself would save
 * the error under the file's name. The link keeps its address for copying and for opening in another tab.
 */
import type { MouseEvent } from "react";
import { send } from "../api/request.ts";
import { notifyRefusal } from "./problem-alert.tsx";

/** Props of an `a` element that downloads `href`; `title` is the title of the error notification. */
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
  const answer = await send(path, { accept: "*/*" });
  const address = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement("a"), { href: address, download: nameIn(answer.headers.get("content-disposition")) });
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file's name by RFC 6266: the extended parameter takes precedence. */
export function nameIn(disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return extended === undefined ? (/filename="([^"]*)"/i.exec(disposition ?? "")?.[1] ?? "") : decodeURIComponent(extended);
}
