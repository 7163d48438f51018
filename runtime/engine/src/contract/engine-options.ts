import type { Product } from "@nonet/model";

export interface EngineOptions {
  readonly product: Product;
  /** A PostgreSQL URL, or a folder for the embedded one. */
  readonly database: { readonly url: string } | { readonly folder: string };
  readonly files: string;
  readonly rehearse: boolean;
  /** Email of the Owner to make on first start. */
  readonly owner?: { readonly email: string; readonly password: string };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told of a fault of ours that no answer tells of. */
  readonly onFault?: (fault: { readonly at: string; readonly error: unknown }) => void;
}
