/**
 * Serves the tools over standard input and output, in the protocol of 2026-07-28 and in the ones before it.
 *
 * No tool keeps anything between two calls: a document is sent along, or named by its file. None writes a file, reads
 * records or applies a change to a product.
 */
import type { Host } from "./contract/host.ts";
import { pageOf } from "./pages.ts";
import { askTool } from "./tools/ask-tool.ts";
import { checkTool } from "./tools/check-tool.ts";
import { examplesTool, rehearseTool } from "./tools/examples-tools.ts";
import { explainTool } from "./tools/explain-tool.ts";
import { guideTool } from "./tools/guide-tool.ts";
import { importTool } from "./tools/import-tool.ts";
import { planTool } from "./tools/plan-tool.ts";
import type { Tool, ToolInput } from "./contract/tool.ts";

const tools: readonly Tool[] = [guideTool, checkTool, explainTool, planTool, rehearseTool, examplesTool, askTool, importTool];

const onDocument = {
  text: { type: "string", description: "The whole specification." },
  file: { type: "string", description: "Or a Markdown file in the working folder." },
};

const page = { type: "integer", minimum: 1, description: "Of a long answer." };

/** Resolves when the assistant ends the session. */
export async function serveAssistants(host: Host): Promise<void> {
  const { fromJsonSchema, McpServer } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const handle = serveStdio(() => {
    const server = new McpServer({ name: "nonet", version: "0.1.0" }, { capabilities: { tools: {} } });
    for (const tool of tools) {
      const properties = { ...tool.properties, ...(tool.onDocument ? onDocument : {}), page };
      const schema = { type: "object" as const, properties, required: [...(tool.required ?? [])], additionalProperties: false };
      const inputSchema = fromJsonSchema<ToolInput>(schema as Parameters<typeof fromJsonSchema>[0]);
      server.registerTool(tool.name, { description: tool.description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } }, (input) =>
        answerOf(tool, input, host),
      );
    }
    return server;
  });
  await new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
  await handle.close();
}

async function answerOf(tool: Tool, input: ToolInput, host: Host) {
  const answer = await tool.answer(input, host);
  const text = typeof answer === "string" ? answer : answer.problem;
  return { content: [{ type: "text" as const, text: pageOf(text, input.page ?? 1) }], ...(typeof answer === "string" ? {} : { isError: true }) };
}
