/** `/api/docs`: every request and every error on one page, without scripts or external resources. */
import { fileNames, sourceLocation, formatLocation, type Product } from "@nonet/model";
import { builtInErrors } from "../errors/built-in-errors.ts";
import { entitySchemas } from "../schemas/entity-schemas.ts";
import type { Schema } from "../schemas/field-schema.ts";
import { atApiAddress } from "../requests/api-address.ts";
import { operationsOf, type Operation } from "./operations.ts";
import { passwordSchemas } from "../schemas/password-schemas.ts";
import { sharedSchemas } from "../schemas/shared-schemas.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{background:#f4f4f5;padding:.75rem;overflow:auto}
summary{cursor:pointer;padding:.3rem 0}b.m{display:inline-block;width:4.5rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}h2{margin-top:2.5rem}`;

export function docsPage(product: Product): string {
  const operations = operationsOf(product);
  const schemas: Record<string, Schema> = { ...Object.assign({}, ...product.entities.map((e) => entitySchemas(product, e))), ...sharedSchemas, ...passwordSchemas(product) };
  const sections = [...new Set(operations.map((o) => o.tag))].map(
    (tag) =>
      `<section><h2>${escaped(tag)}</h2>${operations
        .filter((o) => o.tag === tag)
        .map((o) => operationHtml(product, schemas, o))
        .join("")}</section>`,
  );
  const description = atApiAddress(product, "/api/openapi.json");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(product.name)}: API</title><style>${style}</style></head><body><main>
<h1>${escaped(product.name)}: API</h1><p>OpenAPI 3.1 description: <a href="${description}">${description}</a>.</p>
${sections.join("\n")}<section><h2>Errors</h2>${errorTable(product)}</section></main></body></html>`;
}

function operationHtml(product: Product, schemas: Readonly<Record<string, Schema>>, operation: Operation): string {
  const at = sourceLocation(product, operation.source);
  const rows = operation.parameters.map((p) => `<tr><td><code>${escaped(p.name)}</code></td><td>${p.in}${p.required ? ", required" : ""}</td><td>${escaped(p.text)}</td></tr>`);
  const takes =
    operation.takes === null
      ? ""
      : "schema" in operation.takes
        ? `<p>Request body</p><pre>${escaped(JSON.stringify(schemas[operation.takes.schema] ?? {}, null, 2))}</pre>`
        : `<p>Request body: <code>${escaped(operation.takes.media)}</code></p>`;
  return `<details id="${escaped(operation.id)}"><summary><b class="m">${operation.method.toUpperCase()}</b> <code>${escaped(atApiAddress(product, operation.path))}</code> ${escaped(operation.summary)}</summary>
<p>${escaped(operation.description).replaceAll("\n\n", "<br>")}</p>${at.line === null ? "" : `<p>${escaped(capital(formatLocation(fileNames(product), at, " of the document")))}.</p>`}${rows.length > 0 ? `<table>${rows.join("")}</table>` : ""}${takes}<p>Response: ${operation.answers.status}${operation.answers.schema ? ` ${escaped(operation.answers.schema)}` : ""}. Errors: ${operation.refusals.join(", ")}.</p></details>`;
}

function errorTable(product: Product): string {
  const own = product.errors.map((e) => [e.code, e.status, e.message.map((part) => (typeof part === "string" ? part : "…")).join("") || "not shown"] as const);
  const taken = new Set(own.map(([code]) => code));
  const builtIn = builtInErrors.filter((e) => !taken.has(e.code)).map((e) => [e.code, e.status, e.text] as const);
  return `<table><tr><th>Code</th><th>Status</th><th>Text</th></tr>${[...own, ...builtIn].map(([code, status, text]) => `<tr id="error-${escaped(encodeURIComponent(code))}"><td><code>${escaped(code)}</code></td><td>${status}</td><td>${escaped(text)}</td></tr>`).join("")}</table>`;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
