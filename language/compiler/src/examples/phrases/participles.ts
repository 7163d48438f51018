/** The participles of verbs: `hand out` → `handed out`, `take back` → `taken back`. */
import { verbForms } from "./read-action.ts";

/** Verbs whose participle isn't the stem with `ed`. */
const irregular: Readonly<Record<string, string>> = {
  begin: "begun",
  bind: "bound",
  break: "broken",
  bring: "brought",
  build: "built",
  buy: "bought",
  catch: "caught",
  choose: "chosen",
  cut: "cut",
  do: "done",
  draw: "drawn",
  drive: "driven",
  feed: "fed",
  find: "found",
  forbid: "forbidden",
  forget: "forgotten",
  freeze: "frozen",
  get: "got",
  give: "given",
  grind: "ground",
  hear: "heard",
  hide: "hidden",
  hold: "held",
  keep: "kept",
  lay: "laid",
  lead: "led",
  leave: "left",
  lend: "lent",
  let: "let",
  lose: "lost",
  make: "made",
  meet: "met",
  overrule: "overruled",
  pay: "paid",
  put: "put",
  quit: "quit",
  read: "read",
  rebuild: "rebuilt",
  run: "run",
  see: "seen",
  seek: "sought",
  sell: "sold",
  send: "sent",
  set: "set",
  show: "shown",
  shut: "shut",
  sign: "signed",
  speak: "spoken",
  spend: "spent",
  split: "split",
  steal: "stolen",
  strike: "struck",
  take: "taken",
  teach: "taught",
  tell: "told",
  undo: "undone",
  withdraw: "withdrawn",
  withhold: "withheld",
  write: "written",
};

/** The verb's own forms with `d` are its participle where it has no other. */
export function participles(verb: string): readonly string[] {
  const stem = verb.toLowerCase();
  const known = irregular[stem];
  return known === undefined ? verbForms(stem).filter((form) => form.endsWith("d") && form !== stem) : [known];
}

/** `Take back` → `taken back`. */
export const doneForm = (action: string): string => {
  const [verb = "", ...rest] = action.toLowerCase().split(" ");
  return [participles(verb)[0] ?? verb, ...rest].join(" ");
};
