/** Compares a response with what the product's OpenAPI description says of the operation. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Description } from "./fuzz-requests.ts";

/** What the description doesn't say of a response; null if it says everything. */
export type Judge = (operation: string, status: number, type: string, text: string) => string | null;

export function judgeOf(description: Description): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: "api", ...description } as object);
  const validators = new Map<string, (value: unknown) => boolean>();
  return (operation, status, type, text) => {
    const [method, path] = operation.split(" ") as [string, string];
    const response = description.paths[path]![method.toLowerCase()]!.responses[String(status)];
    if (!response) return `status ${status}`;
    const media = type.split(";")[0]!;
    if (text === "") return response.content ? `an empty body of ${status}` : null;
    if (response.content?.["*/*"]) return null;
    if (!response.content?.[media]) return `${media} as the body of ${status}`;
    if (!media.endsWith("json")) return null;
    const pointer = ["paths", path, method.toLowerCase(), "responses", String(status), "content", media, "schema"]
      .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const validate = validators.get(pointer) ?? (ajv.compile({ $ref: `api#/${pointer}` }) as unknown as (value: unknown) => boolean);
    validators.set(pointer, validate);
    if (validate(JSON.parse(text))) return null;
    const [error] = (validate as unknown as { errors: { instancePath: string; message: string }[] }).errors;
    return `a body of ${status} whose ${error!.instancePath || "whole"} ${error!.message}`;
  };
}
