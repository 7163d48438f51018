/** Rich text is sanitized whatever writes it: a request, a default, an effect, an import. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Pages

## 1. What the product does and for whom

- **Name**: Pages
- **Sign-in**: email and password; by invitation

For whom:

- **Writer** — writes

## 2. Screens and routes

none

## 3. Entities and their fields

### Page

- title: text, required
- body: rich text, default \`"<b>new</b><script>1</script>"\`
- note: rich text

## 4. States and transitions

### Page

| From | Action | Who | When | To | Then |
|---|---|---|---|---|---|
| (new) | – | – | – | draft | – |
| draft | Publish | Writer | – | public | set note to title |

## 5. Validation rules

none

## 6. Roles and permissions

- **Writer**

| | Writer |
|---|---|
| Page | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

let served: Served;
let writer: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  writer = await served.person("writer@example.test", "Writer");
}, 60_000);
afterAll(() => served?.close());

it("sanitizes rich text from every source", async () => {
  const made = await writer("POST", "/api/pages", { title: "<img src=x onerror=alert(1)><b>t</b>" });
  expect([made.status, made.body.body]).toEqual([201, "<strong>new</strong>"]);
  const published = await writer("POST", `/api/pages/${made.body.id}/publish`, {});
  expect([published.status, published.body.note, published.body.title]).toEqual([200, "<strong>t</strong>", "<img src=x onerror=alert(1)><b>t</b>"]);
  const changed = await writer("PATCH", `/api/pages/${made.body.id}`, { body: "<p onclick='x'>a</p><script>1</script>", note: "<script>1</script>" }, { "if-match": "*" });
  expect([changed.body.body, changed.body.note]).toEqual(["<p>a</p>", null]);
  const imported = await writer("POST", "/api/pages/import", "title,body\nI,<i onclick=x>i</i>\n", { "content-type": "text/csv" });
  expect(imported.status).toBe(200);
  expect((await writer("GET", "/api/pages?title=I")).body.items[0].body).toBe("<em>i</em>");
});
