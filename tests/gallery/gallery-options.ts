/** The options of `npm run gallery`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../nonet-process.ts";

export const schemes = ["light", "dark"] as const;
export const devices = ["desktop", "phone"] as const;
export type Scheme = (typeof schemes)[number];
export type Device = (typeof devices)[number];

export interface GalleryOptions {
  /** Where pictures, findings and the page that shows them are written. */
  readonly out: string;
  /** Folders of `examples/`. */
  readonly examples: readonly string[];
  /** Null for all; `anyone` is a visitor without an account, `Owner` the product's owner. */
  readonly roles: readonly string[] | null;
  readonly screens: readonly string[] | null;
  readonly schemes: readonly Scheme[];
  readonly devices: readonly Device[];
  /** Whether the product stays without records. */
  readonly empty: boolean;
  /** Whether pictures that exist are taken again. */
  readonly again: boolean;
  /** Whether each screen is taken only as it opens, without its dialogs and menus. */
  readonly asOpened: boolean;
  /** Whether the pictures are those with which later ones are compared. */
  readonly release: boolean;
}

export const usage = `npm run gallery -- [--out FOLDER] [--example NAME …] [--role NAME …] [--screen NAME …] [--scheme light|dark] [--device desktop|phone] [--empty] [--again] [--release]

Takes a picture of every screen for every role, light and dark, on a desktop and a phone, and checks each with axe.
Pictures that exist in the folder are kept, so an interrupted run can be continued; --again takes them again.
--empty shows products without records. The default folder is ./gallery.
Screens that look different from the last release are listed. --release takes each screen as it opens, in light, and keeps
how it looks in tests/gallery/released for later comparisons.`;

/** The problem as a text, if an option is unknown or has a wrong value. */
export function readGalleryOptions(args: readonly string[]): GalleryOptions | string {
  try {
    const several = { type: "string", multiple: true } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: "string" },
        example: several,
        role: several,
        screen: several,
        scheme: several,
        device: several,
        empty: { type: "boolean" },
        again: { type: "boolean" },
        release: { type: "boolean" },
      },
    });
    const all = readdirSync(join(root, "examples")).sort();
    return {
      out: values.out ?? join(root, "gallery"),
      examples: chosen("example", all, values.example),
      roles: values.role ?? null,
      screens: values.screen ?? null,
      schemes: values.release ? ["light"] : chosen("scheme", schemes, values.scheme),
      devices: chosen("device", devices, values.device),
      empty: values.empty ?? false,
      again: values.again ?? false,
      asOpened: values.release ?? false,
      release: values.release ?? false,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function chosen<T extends string>(option: string, all: readonly T[], named: readonly string[] | undefined): readonly T[] {
  const unknown = named?.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`--${option} can't be ${unknown}. It is one of ${all.join(", ")}.`);
  return named ? all.filter((name) => named.includes(name)) : all;
}
