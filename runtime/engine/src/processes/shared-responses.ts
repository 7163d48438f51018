/**
 * Answers a request that may arrive at several processes once, for a day: the first claims it, the others wait for its
 * response. A response may contain a secret that is shown once, so it is stored encrypted, under a key that only the
 * request's own idempotency key gives; the database has the hash of that.
 */
import { createCipheriv, createDecipheriv, hash as digest, randomBytes } from "node:crypto";
import { system } from "@nonet/database";
import type { Database } from "../connection/contract.ts";
import type { OnceRequest, OnceResult, Processes } from "../contract/processes.ts";

/** A claim is renewed while its request is answered, so it expires only where the process that had it is gone. */
const leaseSeconds = 30;
const renewEvery = 10_000;
const lookEvery = 100;

export function shareResponses(database: Database): Processes["once"] {
  return async <T>(request: OnceRequest, work: () => Promise<OnceResult<T>>) => {
    const entry = entryOf(request);
    for (;;) {
      if (await database.row(system.claimResponse(entry.client, entry.key, request.hash, leaseSeconds))) return { value: await answer(database, entry, work) };
      const stored = await database.row(system.readResponse(entry.client, entry.key));
      if (stored && stored["hash"] !== request.hash) return { reused: true };
      if (stored && stored["response"] !== null) return { value: decrypted(String(stored["response"]), entry.secret) as T };
      await new Promise((later) => setTimeout(later, lookEvery));
    }
  };
}

interface Entry {
  readonly client: string;
  readonly key: string;
  readonly secret: Buffer;
}

const entryOf = ({ client, key }: OnceRequest): Entry => ({
  client: digest("sha256", client, "hex"),
  key: digest("sha256", `name ${key}`, "hex"),
  secret: digest("sha256", `secret ${client} ${key}`, "buffer"),
});

async function answer<T>(database: Database, { client, key, secret }: Entry, work: () => Promise<OnceResult<T>>): Promise<T> {
  const renewing = setInterval(() => void database.rows(system.renewResponse(client, key, leaseSeconds)).catch(() => undefined), renewEvery);
  try {
    const { value, keep } = await work();
    // The work is done, whether or not its response can be stored.
    await database.rows(keep ? system.storeResponse(client, key, encrypted(value, secret)) : system.forgetResponse(client, key)).catch(() => undefined);
    return value;
  } catch (error) {
    await database.rows(system.forgetResponse(client, key)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

function encrypted(value: unknown, secret: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const made = createCipheriv(cipher, secret, nonce);
  const content = Buffer.concat([made.update(JSON.stringify(value), "utf8"), made.final()]);
  return Buffer.concat([nonce, made.getAuthTag(), content]).toString("base64");
}

function decrypted(text: string, secret: Buffer): unknown {
  const bytes = Buffer.from(text, "base64");
  const read = createDecipheriv(cipher, secret, bytes.subarray(0, nonceBytes));
  read.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return JSON.parse(Buffer.concat([read.update(bytes.subarray(nonceBytes + tagBytes)), read.final()]).toString("utf8"));
}
