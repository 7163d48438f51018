/** A client's calls that every product has: signing in, files and offered calls. */
import { type Transport, writing, type WriteOptions } from "./core.ts";

export interface SignedIn {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly owner: boolean;
  /** What the sign-in still needs; until then, the session has no permissions. */
  readonly needs: "second factor" | "enrollment" | null;
}

export interface Me {
  readonly signedIn: boolean;
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly owner: boolean;
}

export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export function accountsAt(at: Transport) {
  return {
    /** Starts a session; connect again with its token as `key`. */
    signIn: (email: string, password: string): Promise<SignedIn> => at.json("/api/sign-in", { method: "POST", body: { email, password } }),
    register: (person: { readonly email: string; readonly password?: string; readonly name?: string }): Promise<SignedIn> =>
      at.json("/api/register", { method: "POST", body: person }),
    async signOut(): Promise<void> {
      await at.send("/api/sign-out", { method: "POST" });
    },
    me: (): Promise<Me> => at.json("/api/me"),
    /** Uploads a file, to be referred to by its id. */
    upload: (content: Blob, name: string): Promise<UploadedFile> => {
      const form = new FormData();
      form.append("file", content, name);
      return at.json("/api/files", { method: "POST", body: form });
    },
    download: async (file: string | { readonly id: string }): Promise<Blob> =>
      (await at.send(`/api/files/${encodeURIComponent(typeof file === "string" ? file : file.id)}`)).blob(),
  };
}

export interface OfferedRequest {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Values of the path are taken from the input; the rest is the query of a GET or DELETE, else the body. */
export async function callOffered<T>(at: Transport, { method, path, input }: OfferedRequest, options: WriteOptions = {}): Promise<T> {
  const rest = { ...input };
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const isQuery = method === "GET" || method === "DELETE";
  const [address, sending] = method === "GET" ? [filled, options.signal ? { signal: options.signal } : {}] : writing(filled, options);
  const query = new URLSearchParams(
    isQuery ? Object.entries(rest).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])) : [],
  ).toString();
  const separator = address.includes("?") ? "&" : "?";
  return at.json(query === "" ? address : `${address}${separator}${query}`, { ...sending, method, ...(isQuery || Object.keys(rest).length === 0 ? {} : { body: rest }) });
}
