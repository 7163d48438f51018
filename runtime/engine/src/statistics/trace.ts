/** Pieces of work as spans of a trace. The engine names them; whoever opens it decides whether and where they are sent. */

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** Names of the document and patterns of routes only: nothing that a person has entered. */
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of the caller (W3C Trace Context). */
  readonly parent?: string | undefined;
}

export interface RunningSpan {
  set(attributes: SpanAttributes): void;
  /** The work has failed, though it doesn't throw. */
  fail(): void;
}

/** Spans that are opened while `work` runs are inside of it. */
export type Trace = <T>(span: SpanOptions, work: (span: RunningSpan) => Promise<T>) => Promise<T>;

const nothing: RunningSpan = { set: () => undefined, fail: () => undefined };
export const untraced: Trace = (_span, work) => work(nothing);
