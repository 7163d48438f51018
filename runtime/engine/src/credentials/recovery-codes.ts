/** Recovery codes: each replaces the second factor once. Stored as hashes, which is enough for random texts of 118 bits (OWASP ASVS 6.5.2 asks for 112). */
import { randomInt } from "node:crypto";
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import { hashToken } from "../security/tokens.ts";

const count = 10;
/** Without characters that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 6;
const groupLength = 4;

export async function replaceRecoveryCodes(running: Running, user: string): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, newCode);
  await running.database.transaction(async (connection) => {
    await connection.all(system.replaceRecoveryCodes(user, codes.map(hashCode)));
    return { commit: true, value: null };
  });
  return codes;
}

export const useRecoveryCode = async (running: Running, user: string, code: string): Promise<boolean> =>
  (await running.database.row(system.useRecoveryCode(user, hashCode(code)))) !== undefined;

const newCode = (): string => Array.from({ length: groups }, () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join("")).join("-");

/** Blanks, hyphens and letter case don't count. */
const hashCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
