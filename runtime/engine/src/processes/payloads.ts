/** Packs messages into notifications, of which PostgreSQL takes at most 8,000 bytes each. */
import type { Published, Topic } from "../contract/processes.ts";

const maxBytes = 7_900;

/** The items of one topic as texts; an item that is too long for a text of its own is left out, and `tooLong` is called. */
export function packed(topic: Topic, items: readonly unknown[], tooLong: () => void): readonly string[] {
  const texts: string[] = [];
  let current: string[] = [];
  let bytes = 0;
  const overhead = topic.length + 8;
  const close = (): void => {
    if (current.length > 0) texts.push(`["${topic}",${current.join(",")}]`);
    current = [];
    bytes = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    const size = Buffer.byteLength(text) + 1;
    if (size + overhead > maxBytes) {
      tooLong();
      continue;
    }
    if (bytes + size + overhead > maxBytes) close();
    current.push(text);
    bytes += size;
  }
  close();
  return texts;
}

export interface Unpacked {
  readonly topic: Topic | "hello" | "bye" | "gap";
  readonly items: readonly Published[Topic][];
}

/** Null for what no version of this program has sent. */
export function unpacked(text: string): Unpacked | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || typeof value[0] !== "string") return null;
    const [topic, ...items] = value as [Unpacked["topic"], ...Published[Topic][]];
    return { topic, items };
  } catch {
    return null;
  }
}
