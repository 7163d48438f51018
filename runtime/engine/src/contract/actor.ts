/** Who acts, and the values that they send. */

/** A record whose secret link was opened; the actor is its `bearer`. */
export interface Link {
  readonly entity: string;
  readonly id: string;
  /** The screen that the link opens, signed in or not. */
  readonly screen: string;
}

export interface OpenedLink {
  readonly link: Link;
  readonly screen: string;
}

/** A person with roles, somebody who isn't signed in, or the product itself. */
export type Actor =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly roles: readonly string[];
      readonly owner: boolean;
      /** The language that the person has chosen for the interface. */
      readonly language?: string;
      readonly link?: Link;
      /** Nothing may be changed: by an API key that only reads, or by an Owner who looks at the product as this person. */
      readonly readOnly?: true;
      /** The Owner who acts for this person. */
      readonly supportBy?: string;
      /** A second factor was shown in the session, or when the API key was created. */
      readonly secondFactor?: true;
      /** The people whom this person represents today. */
      readonly standsFor?: readonly { readonly id: string; readonly roles: readonly string[]; readonly owner: boolean }[];
      /** The ids of those whom they would represent if they had shown a second factor, which these people's roles need. */
      readonly needsFactorFor?: readonly string[];
    }
  | { readonly kind: "anyone"; readonly link?: Link }
  | { readonly kind: "system" };

/** Field values by JSON key, in the API's forms (decimals as strings, references as `{id}`, an id, or `{field: value}`). */
export type Values = Readonly<Record<string, unknown>>;
