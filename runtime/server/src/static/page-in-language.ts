/** The front end's page in one language: its `lang` and `dir`, and the script with the language's texts; and where the API is, if it isn't at `/api`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogueOf, directionOf } from "@nonet/texts";

/** `entrance.html`: the small page on which visitors sign in. */
type Page = "index.html" | "entrance.html";

export async function pageIn(folder: string, language: string, apiAddress?: string, file: Page = "index.html"): Promise<string> {
  const page = await readFile(join(folder, file), "utf8");
  const built = apiAddress === undefined ? page : page.replace("<title>", `<meta name="api-address" content="${apiAddress}" /><title>`);
  if (language === "en") return built;
  const catalogue = catalogueOf(language);
  const script = (await readdir(join(folder, "assets")).catch(() => [])).find((name) => name.startsWith(`texts-${catalogue}-`) && name.endsWith(".js"));
  const translated = built.replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`);
  return script === undefined ? translated : translated.replace(/texts-en-[0-9a-f]+\.js/, script);
}
