/** Rich text: what is kept, what is renamed, what is dropped, and that clean text stays as it is. */
import { expect, test } from "vitest";
import { cleanHtml, plainOf } from "../../src/input/rich-text.ts";

const link = (address: string, text: string): string => `<a href="${address}" rel="noopener noreferrer nofollow">${text}</a>`;

test.each([
  ["<div>x</div><b>b</b><i>i</i><del>d</del><strike>s</strike><h1>h</h1>", "<p>x</p><strong>b</strong><em>i</em><s>d</s><s>s</s><h2>h</h2>"],
  [
    "<u>u</u><s>s</s><h3>3</h3><h4>4</h4><blockquote>q</blockquote><pre><code>a  b</code></pre>",
    "<u>u</u><s>s</s><h3>3</h3><h4>4</h4><blockquote>q</blockquote><pre><code>a  b</code></pre>",
  ],
  ["<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
  ["<p>a<p>b", "<p>a</p><p>b</p>"],
  ["a<br/>b<br>c", "a<br>b<br>c"],
  ["<h5>h</h5><table><tr><td>1</td></tr></table>", "h1"],
  ["a < b & c", "a &lt; b &amp; c"],
  ["&lt;script&gt; &copy;", "&lt;script&gt; ©"],
  [" <p>x</p><p> </p>", "<p>x</p>"],
  ["<p></p>", ""],
  ["<img src=x onerror=alert(1)>t<!-- c --><!doctype html>", "t"],
  ["<script>1</script><style>1</style><template>1</template><iframe>1</iframe><object>1</object><title>1</title><textarea>1</textarea><select><option>1</option></select>x", "x"],
  ["<svg><p>x</p></svg><math><mi>x</mi></math>t", "t"],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ""],
  ["<b><i>x</b>y</i>", "<strong><em>x</em></strong>y"],
  ['<p style="x" class="y" data-z="1" onclick="a()">x</p>', "<p>x</p>"],
  ["<a href='HTTPS://x.example/?a=1&amp;b=2'>x</a>", link("HTTPS://x.example/?a=1&amp;b=2", "x")],
  ["<a href='mailto:a@b.example' target='_blank'>m</a>", link("mailto:a@b.example", "m")],
  ["<a href='https://x.example/\"onclick=1'>q</a>", link("https://x.example/&quot;onclick=1", "q")],
  ["<a href='//x.example'>1</a><a href='data:x'>2</a><a href='java\nscript:x'>3</a><a href='/x'>4</a><a>5</a>", "<a>1</a><a>2</a><a>3</a><a>4</a><a>5</a>"],
])("%s", (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
  expect(cleanHtml(clean)).toBe(clean);
});

test("nesting has an end", () => {
  expect(cleanHtml(`${"<b>".repeat(1000)}deep`).match(/<strong>/g)?.length).toBe(30);
});

test("what a reader sees is counted", () => {
  expect(plainOf(cleanHtml("<p>a &lt; b</p><ul><li>c</li></ul>&amp;lt;"))).toBe("a < b\nc\n&lt;");
});
