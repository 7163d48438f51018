/** What the server sends of a public page. */
import type { EntranceData } from "@nonet/screens";

export interface PageAsked {
  readonly path: string;
  /** After the `?`; empty where there is none. */
  readonly query: string;
}

export interface PublicPage {
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
  /** HTML, in which every text is escaped. */
  readonly content: string;
  /** Whether nothing is missing that the front end would show. */
  readonly isComplete: boolean;
  /** For the small page on which visitors sign in. */
  readonly entrance?: EntranceData;
}
