/** Headers of columns of remarks, which say nothing to the product, and of row numbers. */
import type { TextSpan } from "@nonet/notation";
import { bare } from "./split.ts";

export const isRemarks = (header: TextSpan): boolean => /^(?:meaning|notes?|remarks?|comments?|description|reason|source|#|no\.?|nr\.?)$/i.test(bare(header).text);
