/** Why a version goes live: a sentence, kept with the version. */
import { failure, success, type Result } from "../terminal/result.ts";

const longest = 1_000;

export function readReason(text: string | undefined): Result<string> {
  const reason = (text ?? "").replaceAll(/\s+/g, " ").trim();
  return reason.length <= longest ? success(reason) : failure(`The reason has ${reason.length} characters. Write at most ${longest}.`);
}
