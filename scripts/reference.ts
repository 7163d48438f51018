/** `npm run reference`: writes the reference pages anew. */
import { writeFileSync } from "node:fs";
import { pages } from "./reference-pages.ts";

for (const { path, text } of pages) writeFileSync(new URL(`../${path}`, import.meta.url), text);
