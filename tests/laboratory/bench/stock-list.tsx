/**
 * Shows the same list of overtime entries as `reference-server.ts` (the minimal server for comparison), but by Remix,
 * configured like a new project of `create-remix` 2.17.5: its `entry.server.tsx`, `root.tsx` and future flags. Leaves
 * out only its library that recognises crawlers. This file exports what Remix's compiler would generate, so it needs
 * no Remix build.
 * Usage: `REFERENCE_DATABASE=… remix-serve stock-list.js`
 */
import { PassThrough } from "node:stream";
import {
	createReadableStreamFromReadable,
	type EntryContext,
	type LinksFunction,
	type MetaFunction,
	type ServerBuild,
} from "@remix-run/node";
import {
	Link,
	Links,
	Meta,
	Outlet,
	RemixServer,
	Scripts,
	ScrollRestoration,
	useLoaderData,
} from "@remix-run/react";
import SQLite from "better-sqlite3";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { ReferenceRow } from "./reference-database";

const ABORT_DELAY = 5000;

const sqlite = new SQLite(process.env.REFERENCE_DATABASE, { readonly: true });
const list = sqlite.prepare<[number], ReferenceRow>(
	"SELECT id, day, shift, hours, pay, mark, comment, text, warning FROM extras WHERE user_id = ? ORDER BY position LIMIT 25",
);

/** Streams the page, and stops rendering after `ABORT_DELAY`. */
function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	return new Promise<Response>((resolve, reject) => {
		const { pipe, abort } = renderToPipeableStream(
			<RemixServer context={context} url={request.url} abortDelay={ABORT_DELAY} />,
			{
				onShellReady() {
					const body = new PassThrough();
					const stream = createReadableStreamFromReadable(body);
					headers.set("Content-Type", "text/html");
					resolve(new Response(stream, { headers, status }));
					pipe(body);
				},
				onShellError: reject,
			},
		);
		setTimeout(abort, ABORT_DELAY);
	});
}

const links: LinksFunction = () => [
	{ rel: "preconnect", href: "https://fonts.googleapis.com" },
	{ rel: "preconnect", href: "https://fonts.gstatic.com", crossOrigin: "anonymous" },
	{
		rel: "stylesheet",
		href: "https://fonts.googleapis.com/css2?family=Inter:ital,opsz,wght@0,14..32,100..900;1,14..32,100..900&display=swap",
	},
	{ rel: "stylesheet", href: "/assets/root.css" },
];

function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="es-AR">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

function Root() {
	return <Outlet />;
}

const meta: MetaFunction = () => [{ title: "Mis Extras" }, { name: "description", content: "Mis Extras" }];

const loader = () => ({ extras: list.all(7) });

function List() {
	const { extras } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Mis Extras</h1>
			<ul className="rows">
				{extras.map((extra) => (
					<Row key={extra.id} {...extra} />
				))}
			</ul>
		</>
	);
}

function Row({ id, day, shift, hours, pay, mark, comment, text, warning }: ReferenceRow) {
	const edit = `/auth/edit-work-overtime/${id}`;
	return (
		<li>
			<details>
				<summary>
					<b>{day}</b> <i className={shift}>{shift}</i> <strong>{hours}</strong> <small>{pay}</small>
					{mark ? <em>{mark}</em> : <span>{comment}</span>}
				</summary>
				<p>{text}</p>
				{warning && <p className="odd">{warning}</p>}
				<Link to={edit}>Editar</Link>{" "}
				<Link to={`/auth/work-overtime/add-work-overtime?repeat=${id}`}>Repetir</Link>{" "}
				<Link to={`${edit}?intent=delete`}>Eliminar</Link>
			</details>
		</li>
	);
}

const asset = (name: string) => ({ module: `/build/${name}.js`, imports: ["/build/_shared/chunk.js"] });
const none = { hasAction: false, hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false };

export const entry: ServerBuild["entry"] = { module: { default: handleRequest } };
export const routes: ServerBuild["routes"] = {
	root: { id: "root", path: "", module: { default: Root, Layout, links } },
	list: { id: "list", parentId: "root", index: true, module: { default: List, loader, meta } },
};
export const assets: ServerBuild["assets"] = {
	version: "1",
	url: "/build/manifest.js",
	entry: asset("entry.client"),
	routes: {
		root: { id: "root", path: "", hasLoader: false, ...none, ...asset("root") },
		list: { id: "list", parentId: "root", index: true, hasLoader: true, ...none, ...asset("list") },
	},
};
export const publicPath = "/build/";
export const assetsBuildDirectory = "public/build";
export const future: Partial<ServerBuild["future"]> = {
	v3_fetcherPersist: true,
	v3_relativeSplatPath: true,
	v3_throwAbortReason: true,
	v3_singleFetch: true,
	v3_lazyRouteDiscovery: true,
};
export const isSpaMode = false;
export const mode = "production";
