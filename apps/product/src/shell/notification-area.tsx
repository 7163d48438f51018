/** Where notifications appear; what draws them is loaded with the first one. */
import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useEffect, useState } from "react";

const load = () => import("./drawn-notifications.ts").then((m) => ({ default: m.Notifications }));
const Drawn = lazy(load);

export function NotificationArea() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (!needed && notifications.length > 0) setNeeded(true);
  // Before anything can go wrong: what a lost connection leads to is shown here, too.
  useEffect(() => {
    const early = (): void => void load().catch(() => undefined);
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, early, { once: true, passive: true });
  }, []);
  return needed ? <Shown /> : null;
}

const Shown = () => (
  <Suspense>
    <Drawn position="bottom-right" />
  </Suspense>
);
