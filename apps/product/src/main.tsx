/** Starts the front end. */
import { startTransition } from "react";
import { completeLinks } from "./addresses/base.ts";
import { App } from "./shell/app.tsx";
import { createRoot } from "./shell/create-root.ts";

completeLinks();
// A browser's first formatters of numbers and of dates take far longer than the next ones: each is made in a task of its own.
setTimeout(() => new Intl.NumberFormat());
setTimeout(() => new Intl.DateTimeFormat());
const root = createRoot(document.getElementById("root")!);
startTransition(() => root.render(<App />));
