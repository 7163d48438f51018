/** A product small enough to start often, and how the security tests speak with it. */
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { client, type Answer, type Ask } from "../api-client.ts";
import type { Running } from "../nonet-process.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |
`;

export function writeProduct(folder: string): string {
  const file = join(folder, "notes.md");
  writeFileSync(file, text);
  return file;
}

export const ownerLine = (err: string): string | undefined => err.split("\n").find((line) => /Owner/.test(line) && !line.startsWith("Rehearsal"));
/** The token of the link that `run --owner` or `nonet owner` prints. */
export const linkIn = (text: string): string => /\/sign-in\/link#([\w-]{43})/.exec(text)![1]!;

/** Opens such a link and sets a password with it. */
export const usedLink = (address: string, text: string, password: string): Promise<Answer> => client(address)("POST", "/api/sign-in/link/use", { token: linkIn(text), password });

/** Chooses a password by the link that `run --owner` has printed. */
export async function ownerPassword({ address, err }: Pick<Running, "address" | "err">): Promise<string> {
  const password = "the owner's own sentence";
  const { status, body } = await usedLink(address, err(), password);
  if (status !== 200) throw new Error(`The Owner's link doesn't work: ${JSON.stringify(body)}`);
  return password;
}

export const signIn = (address: string, email: string, password: string): Promise<Answer> => client(address)("POST", "/api/sign-in", { email, password });

export async function signedIn(address: string, email: string, password: string): Promise<{ readonly ask: Ask; readonly id: string }> {
  const { body, status } = await signIn(address, email, password);
  if (status !== 200) throw new Error(`${email} can't sign in: ${JSON.stringify(body)}`);
  const ask = client(address, body.token);
  return { ask, id: (await ask("GET", "/api/me")).body.id };
}

/** The status of a request with these headers, which `fetch` would set itself. */
export function statusOf(address: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}${path}`,
      { method: body === undefined ? "GET" : "POST", headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
