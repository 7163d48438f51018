/** A person who uses the rehearsal over HTTP, as somebody at a screen does. */
import type { ProductData } from "@nonet/screens";

export interface Visitor {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly string[];
  /** What this person's screens show. */
  readonly sees: ProductData;
  ask(method: "GET" | "POST" | "PATCH", path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The id of an uploaded file, null if it is refused. */
  upload(content: Buffer, name: string, type: string): Promise<string | null>;
}

export interface Answer {
  readonly status: number;
  readonly body: any; // eslint-disable-line typescript/no-explicit-any -- whatever the product answers
}

export type Ask = Visitor["ask"];

/** The address of a product, or the whole address of each path where the product may have moved its API. */
export type Place = string | ((path: string) => string);

const addressOf = (place: Place, path: string): string => (typeof place === "string" ? place + path : place(path));

export const asker =
  (place: Place, token?: string): Ask =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(addressOf(place, path), {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: /json/.test(response.headers.get("content-type") ?? "") && text ? JSON.parse(text) : text };
  };

/** Null if this person can't sign in. */
export async function signIn(place: Place, email: string, password: string): Promise<Visitor | null> {
  const session = await asker(place)("POST", "/api/sign-in", { email, password });
  if (session.status !== 200) return null;
  const ask = asker(place, session.body.token);
  const upload: Visitor["upload"] = async (content, name, type) => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(content)], { type }), name);
    const response = await fetch(addressOf(place, "/api/files"), { method: "POST", headers: { authorization: `Bearer ${session.body.token}` }, body });
    return response.status === 201 ? ((await response.json()) as { readonly id: string }).id : null;
  };
  const [me, product] = [await ask("GET", "/api/me"), await ask("GET", "/api/product")];
  return product.status === 200 ? { id: me.body.id, email, roles: me.body.roles ?? [], sees: product.body, ask, upload } : null;
}
