/** A page's picture in the widths that the server makes of it, so that a phone doesn't load what a large screen needs. */

export interface PictureSources {
  readonly src: string;
  /** Both null for a drawing, and for a picture that another server sends. */
  readonly srcSet: string | null;
  readonly sizes: string | null;
}

/** Of default 185: for a phone, for a column, and for the whole width of a page on a screen with two pixels to a CSS pixel. */
const widths = [640, 1280, 2560] as const;

/** `width`: CSS pixels that the picture takes at most. Below the breakpoint it takes the whole width of the window. */
export function pictureSources(address: string, width: number): PictureSources {
  if (!address.startsWith("/") || /\.svg$/i.test(address)) return { src: address, srcSet: null, sizes: null };
  return {
    src: `${address}&width=${widths.find((one) => one >= width) ?? widths[1]}`,
    srcSet: widths.map((one) => `${address}&width=${one} ${one}w`).join(", "),
    sizes: `(max-width: 820px) 100vw, ${width}px`,
  };
}
