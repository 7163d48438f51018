/** The front end's page for people with a session: the browser loads what the office needs with the page's own scripts, not after them. */

/** `isRehearsal`: the page asks for the clock at once, too. */
export function officePage(page: string, isRehearsal: boolean): string {
  const files = /<meta name="office-scripts" content="([^"]*)">/.exec(page)?.[1]?.split(" ") ?? [];
  const missing = files.filter((file) => !page.includes(`="${file}"`));
  const links = missing.map((file) =>
    file.endsWith(".css") ? `<link rel="preload" as="style" crossorigin href="${file}">` : `<link rel="modulepreload" crossorigin href="${file}">`,
  );
  const linked = page.replace("</head>", () => `${links.join("")}</head>`);
  return isRehearsal ? linked.replace("<html ", "<html data-rehearsal ") : linked;
}
