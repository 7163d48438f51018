/** Loads what nearly every page of a signed-in person needs, while they type; none of it runs here. */

export function loadFrontEnd(): void {
  const scripts = document.querySelector<HTMLMetaElement>('meta[name="office-scripts"]')?.content ?? "";
  for (const href of scripts.split(" ").filter((address) => address !== "")) {
    const link = document.createElement("link");
    link.rel = href.endsWith(".css") ? "preload" : "modulepreload";
    if (link.rel === "preload") link.as = "style";
    link.href = href;
    document.head.append(link);
  }
}
