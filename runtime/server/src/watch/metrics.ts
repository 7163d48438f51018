/** The metrics of one server in Prometheus' format. docs/operations.md lists them; a test holds the two together. */
import type { Measures, ReplicaStatistics } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ServerContext } from "../http/server-context.ts";
import { routeOf } from "./route-of.ts";

export interface Metrics {
  readonly contentType: string;
  /** All metrics as text. Asks the database for its part, and goes without if it doesn't answer. */
  render(): Promise<string>;
  close(): void;
}

/** Milliseconds that a scrape waits for the database. */
const patience = 2_000;
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Of the process, whichever server is asked. */
let processMetrics: Registry | null = null;

function metricsOfProcess(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

export function measureServer(app: FastifyInstance, server: ServerContext, openStreams: () => number): Metrics {
  const registry = new Registry();
  measureRequests(app, registry);
  const unsubscribe = measureTimers(server, registry);
  const gauges = gaugesIn(registry, server);
  return {
    contentType: registry.contentType,
    render: async () => {
      gauges.read(server, openStreams(), await server.engine.watch.measure(patience));
      return `${await metricsOfProcess().metrics()}\n${await registry.metrics()}`;
    },
    close: unsubscribe,
  };
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const labelNames = ["method", "route", "status"] as const;
  const duration = new Histogram({
    name: "nonet_http_request_duration_seconds",
    help: "Time from the request to the end of its response.",
    labelNames,
    buckets: seconds,
    registers,
  });
  const running = new Gauge({ name: "nonet_http_requests_running", help: "Requests without a complete response, event streams included.", registers });
  app.addHook("onRequest", (_request, _reply, next) => {
    running.inc();
    next();
  });
  const ended = new WeakSet<object>();
  const end = (request: object): void => {
    if (ended.has(request)) return;
    ended.add(request);
    running.dec();
  };
  app.addHook("onResponse", (request, reply, next) => {
    end(request);
    // A stream is open for as long as its page is.
    const route = routeOf(request);
    if (!route.endsWith("/events")) duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    next();
  });
  app.addHook("onRequestAbort", (request, next) => {
    end(request);
    next();
  });
}

function measureTimers({ engine }: ServerContext, registry: Registry): () => void {
  const buckets = [0.5, 1, 2, 5, 15, 60, 300, 1800, 7200];
  const delay = new Histogram({ name: "nonet_timer_delay_seconds", help: "Time between the moment of a timer and its run.", buckets, registers: [registry] });
  return engine.watch.onTimer((lateBy) => delay.observe(lateBy));
}

/** A figure that is read at each scrape. */
type Read = (server: ServerContext, streams: number, measures: Measures | null) => number | null;
type Labeled = readonly (readonly [labels: Readonly<Record<string, string>>, read: Read])[];
/** Where the server decides how many there are. */
type ByServer = (server: ServerContext) => Labeled;

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly counts?: true;
  readonly read: Read | Labeled | { readonly label: string; readonly byServer: ByServer };
}

const ofDatabase =
  (read: (statistics: ReturnType<ServerContext["engine"]["watch"]["database"]>) => number): Read =>
  ({ engine }) =>
    read(engine.watch.database());
const ofProduct =
  (read: (measures: Measures) => number | null): Read =>
  (_server, _streams, measures) =>
    measures && read(measures);

const readResults = ["replica", "latest", "behind", "unavailable", "failed"] as const;

type OneReplica = ReplicaStatistics["replicas"][number];
const ofReplicas = (read: (replica: OneReplica) => number | null): Figure["read"] => ({
  label: "replica",
  byServer: ({ engine: { replicas } }) => (replicas?.statistics().replicas ?? []).map((_, i) => [{ replica: String(i + 1) }, () => read(replicas!.statistics().replicas[i]!)]),
});

const pools = ["changes", "conditions"] as const;
const uses = ["active", "idle"] as const;

const figures: readonly Figure[] = [
  { name: "nonet_event_streams", help: "Open event streams.", read: (_server, streams) => streams },
  { name: "nonet_database_up", help: "1 if the database answers within 2 seconds, else 0.", read: (_server, _streams, measures) => (measures ? 1 : 0) },
  {
    name: "nonet_database_connections",
    help: "Connections of this process to the database.",
    read: pools.flatMap((pool) => uses.map((state) => [{ pool, state }, ofDatabase(({ connections }) => connections[pool][state])] as const)),
  },
  {
    name: "nonet_database_connections_limit",
    help: "The most connections that this process opens.",
    read: pools.map((pool) => [{ pool }, ofDatabase(({ connections }) => connections[pool].most)] as const),
  },
  {
    name: "nonet_database_waiting",
    help: "Requests that wait for a connection.",
    read: pools.map((pool) => [{ pool }, ofDatabase(({ connections }) => connections[pool].waiting)] as const),
  },
  { name: "nonet_statements_total", help: "Statements sent to the database.", counts: true, read: ofDatabase((s) => s.statements) },
  { name: "nonet_slow_statements_total", help: "Statements over the limit of --slow-statements.", counts: true, read: ofDatabase((s) => s.slowStatements) },
  {
    name: "nonet_transactions_total",
    help: "Transactions by their end.",
    counts: true,
    read: [
      [{ end: "committed" }, ofDatabase((s) => s.committed)],
      [{ end: "rolled_back" }, ofDatabase((s) => s.rolledBack)],
      [{ end: "failed" }, ofDatabase((s) => s.failed)],
    ],
  },
  {
    name: "nonet_replica_reads_total",
    help: "Statements of reads that might have gone to a replica, by what ran them or why the primary did.",
    counts: true,
    read: readResults.map((result) => [{ result }, ({ engine }) => engine.replicas?.statistics().reads[result] ?? null] as const),
  },
  {
    name: "nonet_replica_up",
    help: "1 if the replica is used, else 0. Replicas are numbered in the order of the options.",
    read: ofReplicas(({ isAvailable }) => (isAvailable ? 1 : 0)),
  },
  { name: "nonet_replica_lag_seconds", help: "Age of the state that the replica shows.", read: ofReplicas(({ lagSeconds }) => lagSeconds) },
  { name: "nonet_transaction_retries_total", help: "Repeated runs of transactions that had lost a race.", counts: true, read: ofDatabase((s) => s.retries) },
  {
    name: "nonet_worker_round_age_seconds",
    help: "Time since the background worker last finished a round.",
    read: ({ engine }) => (Date.now() - engine.watch.worker().lastRound) / 1000,
  },
  {
    name: "nonet_outbox_entries",
    help: "Mails and calls in the outbox: waiting for their time, due, or failed for good.",
    read: [
      [{ state: "later" }, ofProduct(({ outbox }) => outbox.waiting - outbox.due)],
      [{ state: "due" }, ofProduct(({ outbox }) => outbox.due)],
      [{ state: "failed" }, ofProduct(({ outbox }) => outbox.failed)],
    ],
  },
  { name: "nonet_outbox_oldest_seconds", help: "For how long the oldest due entry of the outbox has been due.", read: ofProduct(({ outbox }) => outbox.oldest) },
  { name: "nonet_disk_free_bytes", help: "Free space where uploaded files and the embedded database are.", read: ofProduct(({ freeBytes }) => freeBytes) },
  { name: "nonet_postgres_clock_ahead_seconds", help: "By how much the database's clock is ahead of this machine's.", read: ofProduct(({ postgres }) => postgres.clockAhead) },
  { name: "nonet_postgres_connections", help: "Connections to the database, by any program.", read: ofProduct(({ postgres }) => postgres.connections) },
  { name: "nonet_postgres_connections_limit", help: "PostgreSQL's max_connections.", read: ofProduct(({ postgres }) => postgres.maxConnections) },
  { name: "nonet_postgres_size_bytes", help: "Size of the database on disk.", read: ofProduct(({ postgres }) => postgres.bytes) },
  { name: "nonet_postgres_oldest_transaction_seconds", help: "Age of the oldest open transaction.", read: ofProduct(({ postgres }) => postgres.oldestTransaction) },
  { name: "nonet_postgres_commits_total", help: "Committed transactions of the database.", counts: true, read: ofProduct(({ postgres }) => postgres.commits) },
  { name: "nonet_postgres_rollbacks_total", help: "Rolled back transactions of the database.", counts: true, read: ofProduct(({ postgres }) => postgres.rollbacks) },
  { name: "nonet_postgres_deadlocks_total", help: "Deadlocks that PostgreSQL has ended.", counts: true, read: ofProduct(({ postgres }) => postgres.deadlocks) },
  {
    name: "nonet_postgres_blocks_total",
    help: "Blocks read, from PostgreSQL's memory or from the disk.",
    counts: true,
    read: [
      [{ from: "memory" }, ofProduct(({ postgres }) => postgres.blocksCached)],
      [{ from: "disk" }, ofProduct(({ postgres }) => postgres.blocksRead)],
    ],
  },
  { name: "nonet_postgres_temporary_bytes_total", help: "Bytes written to temporary files.", counts: true, read: ofProduct(({ postgres }) => postgres.temporaryBytes) },
];

interface Gauges {
  read(server: ServerContext, streams: number, measures: Measures | null): void;
}

function labeledFigures(read: Figure["read"], server: ServerContext): { readonly labelNames: string[]; readonly labeled: Labeled } {
  if (typeof read === "function") return { labelNames: [], labeled: [[{}, read]] };
  return "byServer" in read ? { labelNames: [read.label], labeled: read.byServer(server) } : { labelNames: Object.keys(read[0]![0]), labeled: read };
}

/** Figures that something else counts already: a counter is set to the total. */
function gaugesIn(registry: Registry, server: ServerContext): Gauges {
  const all = figures.map((figure) => {
    const { labelNames, labeled } = labeledFigures(figure.read, server);
    const options = { name: figure.name, help: figure.help, labelNames, registers: [registry] };
    return { labeled, metric: figure.counts ? new Counter(options) : new Gauge(options) };
  });
  return {
    read: (server, streams, measures) => {
      for (const { labeled, metric } of all) {
        metric.reset();
        for (const [labels, read] of labeled) {
          const value = read(server, streams, measures);
          if (value === null) metric.remove(labels);
          else metric.inc(labels, value);
        }
      }
    },
  };
}
