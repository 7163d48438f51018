/** Random tokens, and the hash under which each is stored. */
import { hash, randomBytes } from "node:crypto";

export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashToken = (token: string): string => hash("sha256", token, "hex");
