/** Starts the front end. */
import { createRoot } from "react-dom/client";
import { App } from "./shell/app.tsx";

createRoot(document.getElementById("root")!).render(<App />);
