/**
 * Which people have which record open now. A page reports the record that it shows; the report counts as long as the page's
 * stream of events is open, at whichever process. Nothing is stored: it is in memory only.
 */
import type { Processes, RecordKey } from "@nonet/engine";

/** Of one person, on one page. */
export interface OpenPage {
  readonly person: string;
  readonly page: string;
}

export interface Presence {
  /** `record`: null where the page shows none any more. */
  report(page: OpenPage, record: RecordKey | null): void;
  /** Called with each record that somebody has opened or left. */
  onMoved(listener: (record: RecordKey) => void): void;
  /** The people who have the record open, and no others. */
  peopleAt(record: RecordKey): readonly string[];
  /** Whether it is the record that the page shows. */
  isAt(page: OpenPage, record: RecordKey): boolean;
  /** Of pages whose streams are open here: what they have reported counts on. What no process renews ends. */
  renew(pages: Iterable<OpenPage>): void;
}

/** Milliseconds: two heartbeats of the streams and a bit. */
const countsFor = 70_000;
/** A person's pages; the streams have a limit of their own. */
const maxPages = 20;

type Shown = OpenPage & RecordKey & { readonly until: number };

export function trackPresence(processes: Pick<Processes, "publish" | "on"> | null, now: () => number = Date.now): Presence {
  const pages = new Map<string, Shown>();
  const listeners = new Set<(record: RecordKey) => void>();
  const moved = (record: RecordKey | undefined): void => record && listeners.forEach((listener) => listener(record));
  const keyOf = ({ person, page }: OpenPage): string => `${person} ${page}`;
  const set = (page: OpenPage, record: RecordKey | null): void => {
    const before = pages.get(keyOf(page));
    pages.delete(keyOf(page));
    if (record) pages.set(keyOf(page), { ...page, entity: record.entity, id: record.id, until: now() + countsFor });
    if (before?.id === record?.id) return;
    const own = [...pages.values()].filter(({ person }) => person === page.person);
    if (own.length > maxPages) pages.delete(keyOf(own[0]!));
    moved(before);
    if (record) moved(record);
  };
  processes?.on("presence", (items) => {
    for (const [person, page, entity, id] of items) set({ person, page }, id === "" ? null : { entity, id });
  });
  // The pages of a process that may have gone report again as their streams reconnect.
  return {
    report(page, record) {
      set(page, record);
      publish(processes, page, record);
    },
    onMoved: (listener) => void listeners.add(listener),
    peopleAt: ({ id }) => [...new Set([...pages.values()].filter((one) => one.id === id && one.until > now()).map(({ person }) => person))],
    isAt: (page, { id }) => pages.get(keyOf(page))?.id === id,
    renew(open) {
      for (const page of open) {
        const shown = pages.get(keyOf(page));
        if (!shown) continue;
        set(page, shown);
        publish(processes, page, shown);
      }
      for (const shown of pages.values()) if (shown.until <= now()) set(shown, null);
    },
  };
}

const publish = (processes: Pick<Processes, "publish"> | null, { person, page }: OpenPage, record: RecordKey | null): void =>
  processes?.publish("presence", [[person, page, record?.entity ?? "", record?.id ?? ""]]);
