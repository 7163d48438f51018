/** Reads Markdown files once, without caching anything for a later version. */
import type { Sources } from "@nonet/source";
import type { Tree } from "../tree/tree.ts";
import { readOnce } from "./tree-reader.ts";

export const readTree = (sources: Sources): Tree => readOnce(sources).tree;
