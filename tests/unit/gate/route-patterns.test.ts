import { readdirSync } from "node:fs";
import { parse } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { routeFinder } from "~/gate/request/route-patterns.server";

/** Names of the route files. They determine the URL paths of the routes. */
const files = readdirSync("app/routes").map((file) => parse(file).name);
const routes = files.map((name) => ({ id: `routes/${name}`, path: pathOf(name), index: name === "_index" }));
const manifest: ServerBuild["routes"] = Object.fromEntries(
	routes.map((route) => [route.id, { ...route, parentId: "root", module: { default: undefined } }]),
);
const findRoute = routeFinder(manifest);

function pathOf(name: string): string {
	if (name === "_index") return "";
	const segments = name.split(".").map((segment) => segment.replace(/_$/, "").replace("$", ":"));
	return segments.join("/").replace(/:$/, "*");
}

/** URL paths to look up for a route's path, with different parameters. Some match another route or no route. */
function addressesOf(path: string): string[] {
	const values = ["4turnos_7dias", "add", "a.b-c", "history"];
	return values.flatMap((value) => {
		const address = `/${path.replace(/:\w+/g, value).replace("*", `${value}/${value}`)}`;
		return [address, `${address}/`, address.toUpperCase(), `${address}/mas`];
	});
}

test("the route of an address is the one that Remix would choose", () => {
	const plain = routes.map(({ id, path, index }) => (index ? { id, index } : { id, path }));
	const named = routes.filter(({ path }) => path !== "");
	const addresses = ["/", "/auth", "/auth/", "/nada", ...named.flatMap(({ path }) => addressesOf(path))];
	const found = addresses.map((address) => `${address} ${findRoute(address)?.id}`);
	expect(found).toEqual(
		addresses.map((address) => `${address} ${matchRoutes(plain, address)?.at(-1)?.route.id}`),
	);
});

test.each(["/%61uth/login", "//auth/login", "/auth//login", "/auth/login//", "/auth/ñandú"])(
	"%s is left to Remix",
	(address) => {
		expect(findRoute(address)).toBeUndefined();
	},
);
