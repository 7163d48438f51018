/** `npm run reference`: rewrites the reference pages. */
import { writeFileSync } from "node:fs";
import { pages } from "./reference-pages.ts";

for (const { path, text } of pages) writeFileSync(new URL(`../${path}`, import.meta.url), text);
