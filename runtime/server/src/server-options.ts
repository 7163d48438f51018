/** What a server is given to serve, and what it hands back. */
import type { Actor, Engine } from "@nonet/engine";

export interface ServerOptions {
  readonly engine: Engine;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** `GET /api/product`, made for one asker. */
  readonly productData: (actor: Actor) => unknown;
  /** `GET /api/document`. */
  readonly documentData: () => unknown;
  /** The built front end; null where there is none. */
  readonly staticFolder: string | null;
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
