/** Starts the front end. */
import { createRoot } from "react-dom/client";
import { completeLinks } from "./addresses/base.ts";
import { App } from "./shell/app.tsx";

completeLinks();
createRoot(document.getElementById("root")!).render(<App />);
