import { createServer, type RequestListener, type Server } from "node:http";
import type { ActionFunction, LoaderFunction, ServerBuild } from "@remix-run/node";
import { fastWing } from "~/fast/wing.server";
import { createGate } from "~/gate/gate.server";
import type { RouteHandle } from "~/gate/request/route-patterns.server";

export interface SmallGate {
	origin: string;
	server: Server;
	/** Stops the server and closes all its connections at once. */
	stop(): Promise<void>;
}

/**
 * Starts the server's HTTP layer (app/gate) in this process, with test routes. Keys of `routes` are paths without
 * the leading slash.
 */
export async function startSmallGate(
	routes: Record<string, { loader?: LoaderFunction; action?: ActionFunction; handle?: RouteHandle }>,
): Promise<SmallGate> {
	const build = smallBuild(routes);
	const listener: RequestListener = createGate(build, fastWing(build), "no-static-files");
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return {
		origin: `http://localhost:${port}`,
		server,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function smallBuild(routes: Parameters<typeof startSmallGate>[0]): ServerBuild {
	const resources = Object.entries(routes).map(([path, { loader, action, handle }]) => [
		path,
		{ id: path, parentId: "root", path, module: { loader, action, handle, default: undefined } },
	]);
	return {
		mode: "production",
		isSpaMode: false,
		assetsBuildDirectory: "public/build",
		publicPath: "/build/",
		future: {
			v3_fetcherPersist: true,
			v3_relativeSplatPath: true,
			v3_throwAbortReason: true,
			v3_singleFetch: false,
			v3_lazyRouteDiscovery: false,
		},
		entry: {
			module: { default: (_request, status) => new Response("no page", { status }), handleError: () => {} },
		},
		assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
		routes: {
			root: { id: "root", path: "", module: { default: () => null } },
			...Object.fromEntries(resources),
		},
	};
}
