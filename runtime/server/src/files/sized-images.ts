/** Images made smaller for where they are shown (default 185): a list shows a photo of 4 MB in 2 KB. */
import { LRUCache } from "lru-cache";

export interface StoredImage {
  readonly id: string;
  readonly type: string;
  read(): Promise<Uint8Array>;
}

export interface SizedImages {
  /** The image as WebP, at most `width` pixels wide; null where the original should be sent: it has fewer bytes, can't be decoded, or too many others wait. */
  sized(image: StoredImage, width: number): Promise<Buffer | null>;
}

/** Pixels. Few widths, so that one image is kept in few sizes: twice the size of an icon in a list, then what a card, a page and a whole screen need. */
const widths = [80, 160, 320, 640, 1280, 2560] as const;

/** The smallest width that is at least as wide as asked for; a wider one than the largest gives the largest. */
export const widthAtLeast = (asked: number): number => widths.find((width) => width >= asked) ?? widths.at(-1)!;

const decodable = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]);

/** Pixels: an image of 10,000 by 8,000. More would need more than 300 MB while it is decoded. */
const mostPixels = 80_000_000;
/** Bytes in memory, for each process. */
const cacheBytes = 64_000_000;
const secondsForOne = 10;
/** With more, somebody's huge images would keep everybody from seeing any: the originals are sent at once. */
const mostWaiting = 60;

export function createSizedImages(): SizedImages {
  const made = new LRUCache<string, { readonly content: Buffer | null }>({ maxSize: cacheBytes, sizeCalculation: ({ content }) => 200 + (content?.byteLength ?? 0) });
  const underWay = new Map<string, Promise<Buffer | null>>();
  const oneAtATime = inTurn();
  return {
    async sized(image, width) {
      if (!decodable.has(image.type)) return null;
      const key = `${image.id} ${width}`;
      const kept = made.get(key);
      if (kept) return kept.content;
      if (underWay.size >= mostWaiting && !underWay.has(key)) return null;
      const begun = underWay.get(key) ?? oneAtATime(async () => shrink(await image.read(), width));
      underWay.set(key, begun);
      try {
        const content = await begun;
        made.set(key, { content });
        return content;
      } finally {
        underWay.delete(key);
      }
    },
  };
}

/** Decoding takes a processor and tens of megabytes, so that images are made one after the other while requests go on. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function shrink(original: Uint8Array, width: number): Promise<Buffer | null> {
  try {
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    const content = await sharp(original, { limitInputPixels: mostPixels, sequentialRead: true })
      // Turned as its Exif metadata says. The metadata itself, with the place where a photo was taken, is left out.
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: secondsForOne })
      .toBuffer();
    return content.byteLength < original.byteLength ? content : null;
  } catch {
    // A damaged image is the browser's to show as such; so is any image on a machine that sharp has no program for.
    return null;
  }
}
