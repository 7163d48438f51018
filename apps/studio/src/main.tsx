/** The entry of the studio's page. */
import "./shell/studio.css";
import { createRoot } from "preact/compat/client";
import { Studio } from "./shell/studio.tsx";

createRoot(document.getElementById("root")!).render(<Studio />);
