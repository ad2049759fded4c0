/** @type {import("@remix-run/dev").AppConfig} */
export default {
	// Wraps Remix's own server build with the gate: see app/server.ts.
	server: "./app/server.ts",
	serverBuildPath: "build/index.js",
	serverModuleFormat: "esm",
	serverPlatform: "node",
	ignoredRouteFiles: ["**/.*"],
	tailwind: false,
	postcss: false,
	future: {
		v3_fetcherPersist: true,
		v3_relativeSplatPath: true,
		v3_throwAbortReason: true,
		// Both made pages slower on this stack and are not needed without client-side navigation.
		v3_singleFetch: false,
		v3_lazyRouteDiscovery: false,
	},
};
