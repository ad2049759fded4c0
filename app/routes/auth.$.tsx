import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/lib/http.server";
import { pageTitle } from "~/ui/page-title";

/** The account pages that will be. Until they are, they say so; any other address below /auth is none. */
const announced: ReadonlySet<string> = new Set([
	"login",
	"register",
	"recovery-pass",
	"verify-email",
	"my-account",
	"my-account/edit-profile",
	"my-documents",
	"work-overtime",
	"my-document/add-document",
	"work-overtime/add-work-overtime",
]);

export const meta = () => pageTitle("Cuentas");

export function loader({ params }: LoaderFunctionArgs) {
	if (!announced.has(params["*"] ?? "")) throw notFound();
	return json(null);
}

export default function AccountsToComePage() {
	return (
		<>
			<h1>Las cuentas todavía no están disponibles</h1>
			<p className="lead">
				Las estamos preparando: vas a poder guardar tus documentos y anotar tus extras. Mientras tanto, los
				diagramas, los feriados y las reglas de seguridad se ven sin cuenta.
			</p>
			<p className="row">
				<a className="button main" href="/home?inicio=1">
					Ir al inicio
				</a>
				<a className="button" href="/security">
					Reglas de seguridad
				</a>
			</p>
		</>
	);
}
