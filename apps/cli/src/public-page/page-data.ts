/** What the server sends of a public page. */
import type { EntranceData } from "@nonet/screens";

export interface PublicPage {
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
  /** HTML, in which every text is escaped. */
  readonly content: string;
  /** For the small page on which visitors sign in. */
  readonly entrance?: EntranceData;
}
