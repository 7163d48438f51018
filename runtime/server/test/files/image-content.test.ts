/** An image is what its content says, not what its sender calls it. */
import { expect, test } from "vitest";
import { wrongImage } from "../../src/files/image-content.ts";

const bytes = (latin1: string): Buffer => Buffer.from(latin1, "latin1");
const images: Readonly<Record<string, Buffer>> = {
  "image/png": bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
  "image/jpeg": bytes("\xff\xd8\xff\xe0\0\x10JFIF"),
  "image/gif": bytes("GIF89a\x01\0"),
  "image/bmp": bytes("BM\x36\0\0\0"),
  "image/webp": bytes("RIFF\x24\0\0\0WEBPVP8 "),
  "image/avif": bytes("\0\0\0\x20ftypavif\0\0\0\0avifmif1"),
};

test("each image is itself and none of the others", () => {
  for (const type of Object.keys(images))
    for (const [other, content] of Object.entries(images)) expect([type, other, wrongImage(type, content) === null]).toEqual([type, other, type === other]);
  for (const type of Object.keys(images)) for (const content of ["", "text", "<script>alert(1)</script>"]) expect(wrongImage(type, bytes(content))).not.toBeNull();
  for (const type of ["text/plain", "application/pdf", "image/svg+xml", "constructor"]) expect(wrongImage(type, bytes("text"))).toBeNull();
});
