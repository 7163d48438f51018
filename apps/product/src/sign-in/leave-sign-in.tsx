/** Ends a sign-in that isn't complete. */
import { Anchor } from "@mantine/core";
import { refreshEverything } from "../api/queries.ts";
import { request } from "../api/request.ts";

export function LeaveSignIn() {
  const leave = async () => {
    await request("/api/sign-out", { method: "POST", body: {} }).catch(() => undefined);
    await refreshEverything();
  };
  return (
    <Anchor component="button" type="button" size="sm" ta="start" underline="always" onClick={() => void leave()}>
      Sign in as somebody else
    </Anchor>
  );
}
