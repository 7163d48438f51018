/** `npm run gallery`: takes a picture of every screen of the examples for every role, and writes them with a page that shows them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../browser/open-browser.ts";
import { readGallery, writeGalleryPage } from "./gallery-page.ts";
import { readGalleryOptions, usage } from "./gallery-options.ts";
import { changesSinceRelease, writeReleased } from "./released-looks.ts";
import { takeGallery } from "./take-gallery.ts";

const options = readGalleryOptions(process.argv.slice(2));
if (typeof options === "string") {
  console.error(`${options}\n\n${usage}`);
  process.exit(2);
}
mkdirSync(options.out, { recursive: true });
const browser = await openBrowser();
try {
  for (const example of options.examples) await takeGallery(browser, example, options, console.log);
} finally {
  await browser.close();
}
const { pictures, problems } = writeGalleryPage(options.out);
for (const { rule, on, element } of problems.slice(0, 20)) console.log(`${rule} (${on.length} pages): ${element.split("\n")[0]}`);
const taken = readGallery(options.out);
for (const example of options.examples) {
  if (options.release) console.log(`${example}: ${await writeReleased(example, taken, options.out)} pictures kept for later comparisons.`);
  else for (const change of (await changesSinceRelease(example, taken, options.out)) ?? []) console.log(change);
}
console.log(`${pictures} pictures, ${problems.length} problems: ${join(options.out, "index.html")}`);
process.exitCode = problems.length === 0 ? 0 : 1;
