/** Starts the front end in the page. */
import { createRoot } from "react-dom/client";
import { App } from "./shell/app.tsx";

createRoot(document.getElementById("root")!).render(<App />);
