/** Which texts name a picture that a product can show: its logo, or a picture of a page. */

/** Whether the text is a web address, or an image file next to the document and never outside its folder. */
export function isPicture(text: string): boolean {
  if (/^https:\/\/[^\s"'()<>;,\\]+$/i.test(text)) return URL.canParse(text);
  return /^[^\s:\\"'<>?#]+\.(svg|png|jpe?g|gif|webp)$/i.test(text) && !text.startsWith("/") && !text.split("/").some((part) => part.startsWith("."));
}
