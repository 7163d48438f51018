/** What a server is given to serve, and what it hands back. */
import type { SentenceData } from "@nonet/api";
import type { Actor, Engine } from "@nonet/engine";

export interface ServerOptions {
  readonly engine: Engine;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** `GET /api/product`, made for one asker; `today`: the product's day, an ISO date. */
  readonly productData: (actor: Actor, today: string) => unknown;
  /** `GET /api/document`. */
  readonly documentData: () => unknown;
  /** The running version's elements, each as one plain sentence. */
  readonly sentences: () => readonly SentenceData[];
  /** The built front end; null where there is none. */
  readonly staticFolder: string | null;
  /** A file beside the document, by the name that the document gives; null where there is none. */
  readonly fileBeside?: (name: string) => Promise<Buffer | null>;
  /** The address that people know the product by, where it isn't the one they send; single sign-on comes back to it. */
  readonly address?: string | undefined;
  /** True where people come by HTTPS. */
  readonly secureCookies: boolean;
  readonly onListening?: (address: string) => void;
  /** Told of each fault of ours; its id is in the problem that the person got. */
  readonly onBug?: (bug: Bug) => void;
}

export interface Bug {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly error: unknown;
}

export interface Server {
  readonly address: string;
  /** Tells every open page that, for instance, the document changed. */
  announce(event: Announcement): void;
  close(): Promise<void>;
}

export type Announcement = { readonly kind: "document" } & Readonly<Record<string, unknown>>;
