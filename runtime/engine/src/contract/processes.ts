/** What the processes that serve one product on one database publish to each other. */

/** One change: entity, id, and what happened to the record. */
export type PublishedChange = readonly [entity: string, id: string, kind: "created" | "changed" | "deleted"];

/** To whom the sender has disclosed a record that has changed: the receiver may have the streams of these readers. */
export type PublishedDisclosure = readonly [entity: string, id: string, readers: readonly string[]];

/** The page of a person that has this record open now; without a record, it has none open any more. */
export type PublishedPresence = readonly [person: string, page: string, entity: string, id: string];

export interface Published {
  readonly changes: PublishedChange;
  readonly disclosed: PublishedDisclosure;
  readonly presence: PublishedPresence;
  /** The sender has switched to this version of the document. */
  readonly version: string;
  /** A change may have hidden records from somebody: reads must not be older. Its content says nothing. */
  readonly visibility: "changed";
}

export type Topic = keyof Published;

/** Ids only: what the receivers disclose of the records, they read themselves. */
export interface ProcessChannel {
  /** Sent together with what else is published within some milliseconds; nothing is sent while there is no other process. */
  publish<T extends Topic>(topic: T, items: readonly Published[T][]): void;
  on<T extends Topic>(topic: T, listener: (items: readonly Published[T][]) => void): void;
  /** Called where a message may have been missed; returns the function that unsubscribes. */
  onGap(listener: () => void): () => void;
  /** Other processes that serve the product now. */
  readonly others: number;
  close(): Promise<void>;
}

/** How many requests a client may still send, counted over all processes. */
export interface GrantedRequests {
  readonly granted: number;
  /** Granted in this window to all processes. */
  readonly taken: number;
  /** Until the window ends. */
  readonly milliseconds: number;
}

export interface OnceRequest {
  readonly client: string;
  readonly key: string;
  /** Of what must be equal in a repeat. */
  readonly hash: string;
}

/** `keep`: whether a repeat gets the value, instead of running again. */
export interface OnceResult<T> {
  readonly value: T;
  readonly keep: boolean;
}

/** Absent where the database is embedded: then one process serves the product. */
export interface Processes extends Pick<ProcessChannel, "publish" | "on" | "onGap" | "others"> {
  /** Does the work of a request once for all processes; a repeat gets its value (as JSON), and another request under the same key is `reused`. */
  once<T>(request: OnceRequest, work: () => Promise<OnceResult<T>>): Promise<{ readonly value: T } | { readonly reused: true }>;
  /** Takes up to `wanted` requests of the client's window of a minute, in which `most` are allowed. */
  takeRequests(client: string, wanted: number, most: number): Promise<GrantedRequests>;
}
