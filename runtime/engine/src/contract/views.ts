/** Saved views of the product's lists. */
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** What a view keeps, in the form of a list's parameters. */
export interface ViewState {
  readonly filters: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly sort?: string;
  readonly group?: string;
  /** Dotted keys separated by commas. */
  readonly columns?: string;
  readonly sums?: string;
}

export interface SavedView {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  /** Whether everybody who may open the screen sees it. */
  readonly shared: boolean;
  /** Whether it is the reader's own. */
  readonly own: boolean;
  /** False where something that it filters or sorts by no longer exists for the reader. */
  readonly usable: boolean;
  readonly state: ViewState;
}

export interface Views {
  /** The reader's own views of a screen, and those that others share as far as the reader may read what they name. */
  list(actor: Actor, screen: unknown): Promise<Outcome<readonly SavedView[]>>;
  /** Replaces the person's view of the same name. */
  save(actor: Actor, input: { readonly screen: unknown; readonly name: unknown; readonly shared: unknown; readonly state: unknown }): Promise<Outcome<SavedView>>;
  share(actor: Actor, id: string, shared: unknown): Promise<Outcome<SavedView>>;
  remove(actor: Actor, id: string): Promise<Outcome<null>>;
}
