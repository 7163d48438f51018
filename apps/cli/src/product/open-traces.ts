/**
 * Traces by OpenTelemetry, where the environment names a collector (OTLP over HTTP). Its packages are loaded only then,
 * so other commands don't pay for them.
 */
import type { RunningSpan, Trace } from "@nonet/engine";

export interface Traces {
  readonly trace: Trace;
  /** Sends what waits. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** OpenTelemetry's own variables work as well; the exporter itself reads its headers and its time limit from them. */
export async function openTraces(environment: Environment, product: string): Promise<Traces | null> {
  const base = environment["NONET_OTLP_ENDPOINT"] || environment["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const url = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || (base ? `${base.replace(/\/+$/, "")}/v1/traces` : "");
  if (url === "") return null;
  const [{ AsyncLocalStorage }, api, { OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }] =
    await Promise.all([
      import("node:async_hooks"),
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": environment["OTEL_SERVICE_NAME"] || product, "service.instance.id": String(process.pid) }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(shareOf(environment["OTEL_TRACES_SAMPLER_ARG"])) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("nonet");
  const inside = new AsyncLocalStorage<ReturnType<typeof tracer.startSpan>>();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  const contextFor = (parent: string | undefined): ReturnType<typeof api.trace.setSpan> => {
    const outer = inside.getStore();
    const remote = outer ? null : remoteContext(parent);
    return outer ? api.trace.setSpan(api.ROOT_CONTEXT, outer) : remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT;
  };
  const trace: Trace = async ({ name, kind, attributes, parent }, work) => {
    const span = tracer.startSpan(name, { kind: kinds[kind], ...(attributes ? { attributes } : {}) }, contextFor(parent));
    const running: RunningSpan = { set: (more) => void span.setAttributes(more), fail: () => void span.setStatus({ code: api.SpanStatusCode.ERROR }) };
    try {
      return await inside.run(span, () => work(running));
    } catch (error) {
      running.fail();
      throw error;
    } finally {
      span.end();
    }
  };
  return { trace, close: () => provider.shutdown().catch(() => undefined) };
}

/** The share of traces that is sent, from 0 to 1. */
const shareOf = (text: string | undefined): number => (text !== undefined && /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : 1);

/** W3C Trace Context, section 3.2. */
function remoteContext(parent: string | undefined): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number; readonly isRemote: true } | null {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? "");
  if (!found || /^0+$/.test(found[1]!) || /^0+$/.test(found[2]!)) return null;
  return { traceId: found[1]!, spanId: found[2]!, traceFlags: Number.parseInt(found[3]!, 16) & 1, isRemote: true };
}
