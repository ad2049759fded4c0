/**
 * Shows the same list of overtime entries as `reference-server.ts` (the minimal server for comparison), but by Remix,
 * configured like a new project of `create-remix`. This file exports what Remix's compiler would generate, so it needs
 * no Remix build.
 * Usage: `REFERENCE_DATABASE=… remix-serve stock-list.js`
 */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext, json, type ServerBuild } from "@remix-run/node";
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
import { renderToPipeableStream } from "react-dom/server";
import type { ReferenceRow } from "./reference-database";

const sqlite = new SQLite(process.env.REFERENCE_DATABASE, { readonly: true });
const list = sqlite.prepare<[number], ReferenceRow>(
	"SELECT id, day, shift, pay, mark, comment, text, warning FROM extras WHERE user_id = ? ORDER BY position LIMIT 25",
);

/** Renders like Remix's default entry.server. */
function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	return new Promise<Response>((resolve, reject) => {
		const { pipe } = renderToPipeableStream(
			<RemixServer context={context} url={request.url} abortDelay={5000} />,
			{
				onShellReady() {
					const body = new PassThrough();
					headers.set("Content-Type", "text/html");
					resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
					pipe(body);
				},
				onShellError: reject,
			},
		);
	});
}

function Root() {
	return (
		<html lang="es-AR">
			<head>
				<meta charSet="utf-8" />
				<Meta />
				<Links />
			</head>
			<body>
				<Outlet />
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

const loader = () => json({ extras: list.all(7) });

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

function Row({ id, day, shift, pay, mark, comment, text, warning }: ReferenceRow) {
	const edit = `/auth/edit-work-overtime/${id}`;
	return (
		<li>
			<details>
				<summary>
					<b>{day}</b> <i className={shift}>{shift}</i> {pay}
					{mark && <em> {mark}</em>}
					<span>{comment}</span>
				</summary>
				<p>{text}</p>
				{warning && <p className="note">{warning}</p>}
				<Link to={edit}>Editar</Link> <Link to={`${edit}?intent=delete`}>Eliminar</Link>
			</details>
		</li>
	);
}

const asset = (name: string) => ({ module: `/build/${name}.js`, imports: ["/build/_shared/chunk.js"] });
const none = { hasAction: false, hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false };

export const entry: ServerBuild["entry"] = { module: { default: handleRequest } };
export const routes: ServerBuild["routes"] = {
	root: { id: "root", path: "", module: { default: Root } },
	list: { id: "list", parentId: "root", index: true, module: { default: List, loader } },
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
};
export const isSpaMode = false;
export const mode = "production";
