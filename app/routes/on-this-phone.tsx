import { WorkerParts } from "~/features/platform/worker-parts";
import { RegisterWorker } from "~/ui/frame/register-worker-script";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"En el teléfono",
		"Lo que Relevo guarda en tu teléfono para cuando no hay señal, y lo que falta enviar.",
	);

export const handle = { cacheKey: [] };

/** The service worker shows here what waits on the phone. A browser without a worker sees this explanation. */
export default function OnThisPhonePage() {
	return (
		<div className="legal">
			<RegisterWorker />
			<WorkerParts />
			<h1>En el teléfono</h1>
			<p className="lead">Acá aparece lo que escribís sin señal, hasta que sale.</p>
			<p>
				En este navegador todavía no hay nada guardado. Puede ser muy viejo, estar en modo privado, o tener
				prendido el ahorro de datos.
			</p>
			<div id="guardar" hidden>
				<p className="row">
					<button className="btn" type="button">
						Guardar en este teléfono
					</button>
				</p>
			</div>
			<p className="row">
				<a className="btn" href="/home?inicio=1">
					Ir al inicio
				</a>
			</p>
		</div>
	);
}
