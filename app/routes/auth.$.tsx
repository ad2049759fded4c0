import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { movedTo, notFound } from "~/lib/http.server";
import { pageTitle } from "~/ui/page-title";

/** The two spellings of documents that lead to the right one. */
const misspelt: ReadonlyMap<string, string> = new Map([
	["my-document", "/auth/my-documents"],
	["my-documents/add-document", "/auth/my-document/add-document"],
]);

/** The pages that will be, by their address below /auth. Until they are, they say so to who is signed in. */
const announced: readonly [address: RegExp, name: string][] = [
	[/^(work-overtime(\/add-work-overtime)?|edit-work-overtime\/[^/]+)$/, "Mis Extras"],
];

export const meta = () => pageTitle("Próximamente");

export async function loader({ request, params }: LoaderFunctionArgs) {
	const address = params["*"] ?? "";
	const meant = misspelt.get(address);
	if (meant) throw movedTo(meant, request);
	const [, name] = announced.find(([pattern]) => pattern.test(address)) ?? [];
	if (!name) throw notFound();
	await requireUser(request);
	return json({ name });
}

export default function PageToCome() {
	const { name } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>{name} todavía no está disponible</h1>
			<p className="lead">Lo estamos preparando. Mientras tanto, tu perfil y tu diagrama ya son tuyos.</p>
			<p className="row">
				<a className="button main" href="/auth/my-account">
					Mi Perfil
				</a>
				<a className="button" href="/home?inicio=1">
					Inicio
				</a>
			</p>
		</>
	);
}
