/** A picture that the document shows on a page. */
import { useState } from "react";
import { type PageElementData, pictureSources } from "@nonet/screens";
import { withBase } from "../addresses/base.ts";

/** `width`: CSS pixels that it takes at most. `first`: it is among the first things that one sees. */
export function PagePicture({ picture, width, first = false }: { picture: Extract<PageElementData, { kind: "picture" }>; width: number; first?: boolean }) {
  const { src, srcSet, sizes } = pictureSources(withBase(picture.address), width);
  const sources = srcSet === null || sizes === null ? {} : { srcSet, sizes };
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  // The sources come last: a browser loads what `src` says as soon as it is set.
  return (
    <img
      className="page-picture"
      alt={picture.title}
      decoding="async"
      onError={() => setFailed(true)}
      {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
      {...sources}
      src={src}
    />
  );
}
