import { defineConfig } from "vite";

/** Builds the studio as static files that the product's server delivers at `/-/studio`. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/-/studio/",
  worker: { format: "es" },
  build: { outDir: "dist", emptyOutDir: true, modulePreload: false },
});
