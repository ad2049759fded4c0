/** @type {import("@remix-run/dev").AppConfig} */
export default {
	// Puts the gate, which receives each request before Remix does, around Remix's own server build: see app/server.ts.
	server: "./app/server.ts",
	serverBuildPath: "build/index.js",
	serverModuleFormat: "esm",
	serverPlatform: "node",
	// These packages have hundreds of small files each. Bundling the code in use halves the start time.
	serverDependenciesToBundle: [/^zod/, /^kysely/, /^@conform-to/],
	ignoredRouteFiles: ["**/.*"],
	tailwind: false,
	postcss: false,
	future: {
		v3_fetcherPersist: true,
		v3_relativeSplatPath: true,
		v3_throwAbortReason: true,
		// If these flags were true, pages would be slower and load more script.
		v3_singleFetch: false,
		v3_lazyRouteDiscovery: false,
	},
};
