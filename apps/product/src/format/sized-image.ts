/** The address of a stored image in the width in which it is shown; the server makes and keeps the smaller ones. */
import { withBase } from "../addresses/base.ts";

export const storedImage = (id: string): string => withBase(`/api/files/${encodeURIComponent(id)}`);

/** `width`: CSS pixels. Twice as many are asked for, since most screens show two to a CSS pixel. */
export const sizedImage = (id: string, width: number): string => withBase(`/api/files/${encodeURIComponent(id)}?width=${width * 2}`);
