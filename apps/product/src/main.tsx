/** Starts the front end. */
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { completeLinks } from "./addresses/base.ts";
import { App } from "./shell/app.tsx";

completeLinks();
const root = createRoot(document.getElementById("root")!);
startTransition(() => root.render(<App />));
