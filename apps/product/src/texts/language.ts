/** Keeps the page in the language that the server has chosen, and remembers a choice in this browser. */
import { directionOf } from "@nonet/texts";

const cookie = "nonet_language";

/** The page was served for this browser; the person may have chosen another language on another device. */
export function showLanguage(language: string): void {
  const root = document.documentElement;
  const served = root.dataset.language ?? root.lang;
  root.dataset.language = served;
  const base = (tag: string): string => tag.split("-", 1)[0]!;
  if (base(served) !== base(language) && cookieLanguage() !== language) return chooseInBrowser(language);
  root.lang = language;
  root.dir = directionOf(language);
}

/** Null: as the browser asks. The page loads again, with the texts of the language. */
export function chooseInBrowser(language: string | null): void {
  const age = language === null ? "max-age=0" : `max-age=${365 * 24 * 3600}`;
  document.cookie = `${cookie}=${language ?? ""}; path=/; samesite=lax; ${age}`;
  location.reload();
}

export const cookieLanguage = (): string | null => /(?:^|; )nonet_language=([\w-]+)/.exec(document.cookie)?.[1] ?? null;

/** A language's own name for itself. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name[0]!.toLocaleUpperCase(language) + name.slice(1);
}
