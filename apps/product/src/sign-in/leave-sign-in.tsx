/** Ends a sign-in that isn't complete. */
import { Anchor } from "@mantine/core";
import { refreshEverything } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { t } from "../texts/texts.ts";

export function LeaveSignIn() {
  const leave = async () => {
    await request("/api/sign-out", { method: "POST", body: {} }).catch(() => undefined);
    await refreshEverything();
  };
  return (
    <Anchor component="button" type="button" size="sm" ta="start" underline="always" onClick={() => void leave()}>
      {t("sign-in-as-somebody-else")}
    </Anchor>
  );
}
