import { defineConfig } from "vite";

const address = "http://127.0.0.1:4000";
/** A rehearsal answers only for its own Host and Origin, which aren't the development server's. */
const product = { target: address, changeOrigin: true, headers: { origin: address } };

/** Builds the front end as static files that the server delivers, with everything bundled. */
export default defineConfig({
  root: import.meta.dirname,
  // Targets that support light-dark(): a polyfill would follow the system instead of the switch in the header.
  build: {
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    rolldownOptions: { onwarn: (warning, warn) => (warning.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : warn(warning)) },
    outDir: "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { "/api": product, "/rehearsal": product } },
});
