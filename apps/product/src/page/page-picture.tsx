/** A picture that the document shows on a page. */
import type { PageElementData } from "@nonet/screens";

/** `width`: CSS pixels that it takes at most. `first`: it is among the first things that one sees. */
export function PagePicture({ picture, width, first = false }: { picture: Extract<PageElementData, { kind: "picture" }>; width: number; first?: boolean }) {
  const { address, title } = picture;
  return <img className="page-picture" src={address} alt={title} width={width} decoding="async" {...(first ? { fetchPriority: "high" as const } : { loading: "lazy" as const })} />;
}
