/** Both cleaners of rich text agree: what the page draws is what the server keeps, and nothing in it runs. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, test } from "vitest";
import { cleanHtml as cleanOnServer } from "../../runtime/engine/src/input/rich-text.ts";
import { openBrowser, visit } from "./open-browser.ts";

const texts = [
  "<div>x</div><b>b</b><i>i</i><del>d</del><strike>s</strike><h1>h</h1><h3>3</h3>",
  "<u>u</u><blockquote>q</blockquote><pre><code>a  b</code></pre><ul><li>a<li>b</ul><ol><li>1</ol>",
  "<p>a<p>b<br/>c",
  'a < b & c &lt;script&gt; &copy; "quoted"',
  "<img src=x onerror=alert(1)>t<!-- c -->",
  "<script>alert(1)</script><style>1</style><iframe src=javascript:alert(1)>1</iframe><object>1</object><textarea>1</textarea><select><option>1</option></select>x",
  "<svg onload=alert(1)><text>x</text></svg><math><mi>x</mi></math>t",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p style="x" class="y" data-z="1" onclick="alert(1)">x</p>',
  "<a href='https://x.example/?a=1&amp;b=2' onclick='alert(1)'>x</a><a href='mailto:a@b.example'>m</a>",
  "<a href='//x.example'>1</a><a href='data:text/html,x'>2</a><a href='java\nscript:alert(1)'>3</a><a href='/x'>4</a><a>5</a>",
  "<form><input name=x><button>b</button></form><video src=x></video>",
];

test("in a real browser", async () => {
  const source = fileURLToPath(new URL("../../apps/product/src/format/clean-html.ts", import.meta.url));
  const built = await build({ configFile: false, logLevel: "error", build: { write: false, minify: false, lib: { entry: source, formats: ["iife"], name: "cleaner" } } });
  const [chunk] = (Array.isArray(built) ? built[0]! : (built as Exclude<typeof built, unknown[]>))["output" as never] as { code: string }[];
  const browser = await openBrowser();
  try {
    const faults: string[] = [];
    const { page } = await visit(browser, "about:blank", faults);
    page.on("dialog", (dialog) => {
      faults.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addScriptTag({ content: chunk!.code });
    const inBrowser = (all: readonly string[]): Promise<string[]> =>
      page.evaluate((given) => {
        const { cleanHtml } = (globalThis as unknown as { cleaner: { cleanHtml(html: string): string } }).cleaner;
        return given.map((html) => {
          const clean = cleanHtml(html);
          document.body.insertAdjacentHTML("beforeend", clean);
          return clean;
        });
      }, all);
    const kept = texts.map(cleanOnServer);
    // What the page sends becomes what the server would have made of the original, and what the server keeps is drawn as it is.
    expect((await inBrowser(texts)).map(cleanOnServer)).toEqual(kept);
    expect(await inBrowser(kept)).toEqual(kept);
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});
