/** Recognizes images by their first bytes (default 115): the type that the sender states isn't trusted where browsers display the file. */

type Test = (bytes: Buffer) => boolean;

const starts =
  (...signatures: readonly string[]): Test =>
  (bytes) =>
    signatures.some((signature) => bytes.subarray(0, signature.length).toString("latin1") === signature);
const at = (bytes: Buffer, from: number, length: number): string => bytes.subarray(from, from + length).toString("latin1");

/** The signatures of WHATWG's MIME Sniffing Standard, section 6.1, and of AVIF's brands (ISO/IEC 23000-22). */
const tests: Readonly<Record<string, { readonly name: string; readonly is: Test }>> = {
  "image/png": { name: "a PNG image", is: starts("\x89PNG\r\n\x1a\n") },
  "image/jpeg": { name: "a JPEG image", is: starts("\xff\xd8\xff") },
  "image/gif": { name: "a GIF image", is: starts("GIF87a", "GIF89a") },
  "image/bmp": { name: "a BMP image", is: starts("BM") },
  "image/webp": { name: "a WebP image", is: (bytes) => at(bytes, 0, 4) === "RIFF" && at(bytes, 8, 6) === "WEBPVP" },
  "image/avif": { name: "an AVIF image", is: (bytes) => at(bytes, 4, 4) === "ftyp" && /avi[fs]/.test(at(bytes, 8, 24)) },
};

/** What the file should be and isn't, or null. */
export function wrongImage(type: string, content: Buffer): string | null {
  const test = Object.hasOwn(tests, type) ? tests[type] : undefined;
  return test && !test.is(content) ? test.name : null;
}
