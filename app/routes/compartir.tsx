import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Compartir con Relevo", "Cómo mandar a Relevo una foto desde otra app del teléfono.");

const HOW =
	"Para mandar una foto desde otra app, abrí Relevo, ingresá, y compartila de nuevo. También podés elegirla en «Agregar documento».";

/**
 * The service worker takes what other apps share (`share_target` of the manifest). Without it the gate refuses the form,
 * because it comes from no page of the site.
 */
export const handle = { cacheKey: [], fromElsewhere: HOW };

export default function SharePage() {
	return (
		<div className="narrow">
			<h1>Compartir con Relevo</h1>
			<p className="lead">{HOW}</p>
			<p className="row">
				<a className="btn main" href="/auth/my-document/add-document">
					Agregar documento
				</a>
			</p>
		</div>
	);
}
