/**
 * Encrypts the secrets that the server has to read again, such as those of second factors, with a key that the database
 * doesn't hold (default 157). AES-256-GCM; each text names its key, so that keys can be replaced.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const format = "v1";

export interface SecretKeys {
  /** Where the keys are, for messages: a path, or the name of a variable. */
  readonly place: string;
  /** `subject` names what the secret belongs to: the text can't be read as another subject's. */
  seal(secret: string, subject: string): string;
  /** Null if none of the keys has encrypted it. A text that was stored before there were keys is returned as it is. */
  open(stored: string, subject: string): string | null;
  /** Whether it is encrypted with the key that encrypts now. */
  isCurrent(stored: string): boolean;
}

/** `read` gives the keys: the first one encrypts, the others only decrypt. It is called again when a text names an unknown key. */
export function secretKeys(place: string, read: () => readonly Buffer[]): SecretKeys {
  let keys = read();
  const find = (id: string): Buffer | undefined => keys.find((key) => keyId(key) === id);
  return {
    place,
    seal: (secret, subject) => encrypt(keys[0]!, secret, subject),
    open: (stored, subject) => {
      const id = keyIdOf(stored);
      if (id === null) return stored;
      if (!find(id)) keys = read();
      const key = find(id);
      return key ? decrypt(key, stored, subject) : null;
    },
    isCurrent: (stored) => keyIdOf(stored) === keyId(keys[0]!),
  };
}

/** A key that lasts as long as this process: for rehearsals of the examples, and where nothing is encrypted. */
export function temporaryKeys(): SecretKeys {
  const key = newKey();
  return secretKeys("the memory of this process", () => [key]);
}

export const newKey = (): Buffer => randomBytes(keyBytes);

/** Names a key without disclosing it. */
export const keyId = (key: Buffer): string => hash("sha256", key, "hex").slice(0, 8);

/** The id of the key that has encrypted a text; null for a text that isn't encrypted. */
export const keyIdOf = (stored: string): string | null => /^v1\.([0-9a-f]{8})\.[\w-]+$/.exec(stored)?.[1] ?? null;

/** One key of 32 bytes in base64 or hexadecimal digits per line; empty lines and those with `#` don't count. Gives the number of the first invalid line instead. */
export function parseKeys(text: string): readonly Buffer[] | number {
  const keys: Buffer[] = [];
  for (const [index, line] of text.split(/[\n,]/).entries()) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    const key = /^[0-9a-f]{64}$/i.test(written) ? Buffer.from(written, "hex") : /^[\w+/-]{43}=?$/.test(written) ? Buffer.from(written, "base64") : null;
    if (key?.length !== keyBytes) return index + 1;
    keys.push(key);
  }
  return keys.length > 0 ? keys : 1;
}

function encrypt(key: Buffer, secret: string, subject: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
  return `${format}.${keyId(key)}.${Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString("base64url")}`;
}

function decrypt(key: Buffer, stored: string, subject: string): string | null {
  const bytes = Buffer.from(stored.split(".")[2] ?? "", "base64url");
  if (bytes.length < nonceBytes + tagBytes) return null;
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(subject))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString("utf8");
  } catch {
    // Another subject's text, or one that was changed.
    return null;
  }
}
