/** What a server needs to serve a product, and the handle that starting it returns. */
import type { ImpactLine, PreviewData, SentenceData, StudioData, StudioFile, VersionDifference, VersionsData } from "@nonet/api";
import type { Actor, Engine, Outcome, Trace } from "@nonet/engine";
import type { Log } from "../log/create-log.ts";
import type { DrainPatience } from "../sockets/drain.ts";
import type { BodyPatience } from "../sockets/slow-bodies.ts";

export interface ServerOptions {
  readonly engine: Engine;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** `GET /api/product`, as the reader may see it; `today`: the product's day, an ISO date. */
  readonly productData: (actor: Actor, today: string) => unknown;
  /** `GET /api/document`. */
  readonly documentData: () => unknown;
  /** What a public screen shows to visitors, for the first paint and for search engines; null where there is none. `today` as above. */
  readonly publicPage?: (asked: PageAsked, today: string) => Promise<PublicPage | null>;
  /** What a signed-in person sees first of the page, as HTML in which every text is escaped. */
  readonly personalPage?: (person: Extract<Actor, { readonly kind: "person" }>, asked: PageAsked, today: string) => Promise<string>;
  /** Each element of the running version as one plain sentence. */
  readonly sentences: () => readonly SentenceData[];
  /** The built front end; null: serve the API only. */
  readonly staticFolder: string | null;
  /** The editor of the document; without it there is no studio. */
  readonly studio?: { readonly host: StudioHost; /** The built front end of the studio; null: its requests only. */ readonly folder: string | null } | undefined;
  /** Reads a file in the document's folder by the name that the document gives; null if it doesn't exist. */
  readonly fileBeside?: (name: string) => Promise<Buffer | null>;
  /** The product's public address behind a proxy; single sign-on redirects back to it. */
  readonly address?: string | undefined;
  /** True where browsers use HTTPS. */
  readonly secureCookies: boolean;
  /** How long a request's body may take. */
  readonly bodyPatience?: BodyPatience;
  /** Addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is trusted, separated by commas. */
  readonly trustedProxies?: string | undefined;
  /** Hosts that requests may name, separated by commas. Without them: the host of `address` and loopback; any host if there is no `address` either. */
  readonly allowedHosts?: string | undefined;
  /** `GET /metrics` needs this token; without one, it answers requests from this machine only. */
  readonly metricsToken?: string | undefined;
  /** Gets a line for each request. */
  readonly log?: Log | undefined;
  /** Gets each request to the API as a span. */
  readonly trace?: Trace | undefined;
  /** Requests need this key in the header `nonet-preview`: a preview answers through the product that it previews, and nobody else. */
  readonly behindKey?: string;
  readonly onListening?: (address: string) => void;
  /** Called for each bug; its id is in the problem that the client received. */
  readonly onBug?: (bug: Bug) => void;
  /** Called where values that were sent exceed what PostgreSQL can process and no check had refused them. `state`: the SQLSTATE. */
  readonly onDataError?: (at: { readonly method: string; readonly path: string; readonly state: string }) => void;
}

export interface PageAsked {
  readonly path: string;
  /** After the `?`; empty where there is none. */
  readonly query: string;
}

/** `content` is HTML in which every text is escaped. An empty description is left out. */
export interface PublicPage {
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /** Whether it shows all that the front end would: then the scripts run when the visitor does something, not before. */
  readonly isComplete: boolean;
  /** Where there is nothing to do but to sign in: what the small page for that needs. It takes the place of the whole front end. */
  readonly entrance?: unknown;
}

export interface Bug {
  readonly id: string;
  readonly method: string;
  /** The pattern of the route, without values. */
  readonly path: string;
  readonly error: unknown;
}

export interface Server {
  readonly address: string;
  /** Sends an event to every open page, for example that the document changed. */
  announce(event: Announcement): void;
  /** Finishes the requests that run, and ends event streams. */
  close(patience?: DrainPatience): Promise<void>;
}

export type Announcement = { readonly kind: "document" } & Readonly<Record<string, unknown>>;

export type SaveResult = { readonly ok: true; readonly version: string } | { readonly ok: false; readonly why: "changed" | "unknown" | "unwritable"; readonly message: string };

/** The files of the document, for the studio: the command line gives it, because it knows the files and the compiler. */
export interface StudioHost {
  data(): Promise<StudioData>;
  /** Writes the files. Refused if they changed on disk since `base`. */
  save(actor: Actor, files: readonly StudioFile[], base: string): Promise<SaveResult>;
  /** Keeps what isn't saved yet; the draft before is replaced. */
  keepDraft(files: readonly StudioFile[], base: string): Promise<void>;
  dropDraft(): Promise<void>;
  /** What the change would do, line by line; nothing is written. Ends early when the signal aborts. */
  impact(files: readonly StudioFile[], send: (line: ImpactLine) => void, signal: AbortSignal): Promise<void>;
  readonly versions: VersionsHost;
  readonly preview: PreviewHost;
}

/** A version that isn't live, as a product of its own. */
export interface PreviewHost {
  /** Where it answers; null while there is none. `key`: see `ServerOptions.behindKey`. */
  place(): PreviewPlace | null;
  data(): PreviewData | null;
  /** Runs these files. `fresh`: on a new copy of the records. */
  open(files: readonly StudioFile[], fresh: boolean): Promise<PreviewResult>;
  end(): Promise<void>;
}

export interface PreviewPlace {
  readonly port: number;
  readonly key: string;
}

export type PreviewResult = { readonly ok: true; readonly data: PreviewData } | { readonly ok: false; readonly message: string };

export interface LiveRequest {
  /** The hash of the plan that the person has seen. */
  readonly plan: string;
  /** The losses that the person accepts, as the review words them. */
  readonly accepted: readonly string[];
  readonly why: string;
}

/** The versions of the document, for the studio. */
export interface VersionsHost {
  data(actor: Actor): Promise<VersionsData>;
  /** Null where there is no version of this number. */
  files(number: number): Promise<readonly StudioFile[] | null>;
  /** `after`: null for the files on disk. */
  difference(before: number, after: number | null): Promise<VersionDifference | null>;
  approve(actor: Actor, plan: string): Promise<Outcome<unknown>>;
  withdraw(actor: Actor): Promise<Outcome<unknown>>;
  goLive(actor: Actor, request: LiveRequest): Promise<Outcome<unknown>>;
}
