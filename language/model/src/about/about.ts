/** Point 1: the attributes of the product, and how people sign in. */
import type { Span } from "@nonet/source";
import type { Translation } from "./translations.ts";

export interface About {
  /** The title of the document (`# …`). */
  readonly title: string;
  /** The paragraphs of point 1. */
  readonly prose: readonly string[];
  /** BCP 47 tag of the default language; "en" if the document states none. */
  readonly language: string;
  /** The languages that people can choose from, the default first; absent if the document names only one. */
  readonly languages?: readonly string[];
  /** IANA time zone; "UTC" by default. */
  readonly timeZone: string;
  /** ISO 4217 code; null if not shown. */
  readonly currency: string | null;
  /** The brand color; null if not shown. */
  readonly colour: string | null;
  /** A URL, or the name of a file next to the document; null if not shown. */
  readonly logo: string | null;
  readonly signIn: SignIn;
  /** The origins whose pages may use the API (`https://app.example`), or `*` for any; absent if only the product's own pages may. */
  readonly origins?: readonly string[];
  /** The path under which the derived API is served, without a slash at its end (`/desk/api`); absent if it is `/api`. */
  readonly apiAddress?: string;
  /** For whom the product is: roles, each with its description. */
  readonly audiences: readonly { readonly role: string; readonly text: string; readonly source: Span }[];
  /** The attributes that the document states, without those that are not shown. Absent in models stored by versions that had no such list. */
  readonly attributes?: readonly { readonly name: AboutAttribute; readonly source: Span }[];
  /** The document's texts in its further languages; absent if it translates none. */
  readonly translations?: readonly Translation[];
}

/** The languages in which people can use the product, the default first. */
export const languagesOf = ({ language, languages }: Pick<About, "language" | "languages">): readonly string[] => (languages?.length ? languages : [language]);

export type AboutAttribute = "Name" | "Language" | "Time zone" | "Currency" | "Colour" | "Logo" | "Origins" | "API address";

export interface SignIn {
  readonly methods: readonly ("email and password" | "single sign-on" | "passkey")[];
  /** The role of people who register themselves; null if only the Owner can invite people. */
  readonly registersAs: string | null;
  /** Who needs a second factor: the roles, or null for everybody. Null if nobody does; absent in models stored by versions that had no such statement. */
  readonly secondFactor?: { readonly roles: readonly string[] | null; readonly source: Span } | null;
  /** null if the document doesn't say how people sign in. */
  readonly source: Span | null;
}
