/** `Cancel confirms: …` below a screen: the action of the screen's entity is confirmed, as if the line stood below its transitions. */
import { fold } from "@nonet/feel";
import type { Bullet, Section, Tree } from "@nonet/notation";
import { isAction, machineForm } from "../syntax/machine-lines.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import { listedNames } from "../text/listed-names.ts";
import { machineHeading } from "./machines.ts";

/** The bullets by the machine's section in point 4. */
export type ScreenConfirmations = ReadonlyMap<Section, readonly Bullet[]>;

/** Cached by tree. */
const known = new WeakMap<Tree, ScreenConfirmations>();

export function screenConfirmations(tree: Tree): ScreenConfirmations {
  const before = known.get(tree);
  if (before) return before;
  const found = new Map<Section, Bullet[]>();
  known.set(tree, found);
  const sections = tree.points[1]?.sections ?? [];
  const lines = sections.flatMap((section) => confirmingIn(section).map((bullet) => ({ section, bullet })));
  if (lines.length === 0) return found;
  const shows = new Map(screenTables(tree).flatMap(({ screens }) => screens.map((raw) => [fold(raw.name.text), fold(raw.shows?.text ?? "")])));
  for (const { section, bullet } of lines) {
    const form = machineForm(bullet.words);
    if (form?.name !== "confirms") continue;
    const shown = ` ${shows.get(fold(section.title.text)) ?? ""} `;
    const machine = (tree.points[3]?.sections ?? []).find(
      (one) => shown.includes(` ${fold(machineHeading(one).entity)} `) && listedNames(form.slots["actions"]!).every(({ text }) => isAction(one, text)),
    );
    if (machine) found.set(machine, [...(found.get(machine) ?? []), bullet]);
  }
  return found;
}

/** Cached by section. */
const confirming = new WeakMap<Section, readonly Bullet[]>();

function confirmingIn(section: Section): readonly Bullet[] {
  const before = confirming.get(section);
  if (before) return before;
  const found = section.blocks.flatMap((block) => (block.kind === "bullet" && /\sconfirms?\b/i.test(block.words.text) ? [block] : []));
  confirming.set(section, found);
  return found;
}

export function isConfirmation(tree: Tree, bullet: Bullet): boolean {
  const all = screenConfirmations(tree);
  return all.size > 0 && [...all.values()].some((bullets) => bullets.includes(bullet));
}
