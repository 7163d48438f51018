/** Point 1: the product's attributes and how people sign in. */
import type { Span } from "@nonet/source";

export interface About {
  readonly title: string;
  readonly prose: readonly string[];
  readonly language: string;
  /** IANA zone; default "UTC" (a numbered default). */
  readonly timeZone: string;
  /** ISO 4217; null where not shown. */
  readonly currency: string | null;
  readonly colour: string | null;
  /** A web address or a file beside the document. */
  readonly logo: string | null;
  readonly signIn: SignIn;
  readonly audiences: readonly { readonly role: string; readonly text: string; readonly source: Span }[];
  /** Which of these the document says, and where; what it leaves open isn't among them. Absent in what was kept before there were any. */
  readonly attributes?: readonly { readonly name: AboutAttribute; readonly source: Span }[];
}

export type AboutAttribute = "Name" | "Language" | "Time zone" | "Currency" | "Colour" | "Logo";

export interface SignIn {
  readonly methods: readonly ("email and password" | "single sign-on" | "passkey")[];
  /** The role that whoever registers gets; null: by invitation of the Owner only. */
  readonly registersAs: string | null;
  readonly source: Span | null;
}
