/** The product's logo. It is decorative, because the name is next to it. */
import { withBase } from "../addresses/base.ts";

export function Logo({ address, large = false }: { address: string; large?: boolean }) {
  return <img src={withBase(address)} alt="" height={large ? 56 : 30} style={{ maxWidth: large ? 240 : 120, objectFit: "contain", flexShrink: 0, alignSelf: "start" }} />;
}
