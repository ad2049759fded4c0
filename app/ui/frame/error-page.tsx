import { useLocation } from "@remix-run/react";
import { ToastMessage } from "~/ui/toast/toast-message";

interface ErrorPageProps {
	/** Status of the response; undefined when a hydrated page got no response or could not be rendered. */
	status?: number;
	message?: string;
	/** Whether the message of a failure (status 500 or more) is shown in a dialog too. */
	asDialog?: boolean;
	requestId?: string;
}

/** Page for a 404, another refusal, or a failure. */
export function ErrorPage({ status, message, asDialog, requestId }: ErrorPageProps) {
	if (status === 404) {
		return (
			<>
				<h1>Error</h1>
				<p>La página que estás buscando no fue encontrada.</p>
				<p className="row">
					<a className="btn main" href="/my-shift">
						Ver mi turno
					</a>
					<a className="btn" href="/home?inicio=1">
						Ir al inicio
					</a>
				</p>
			</>
		);
	}
	if (status && status < 500) {
		return (
			<>
				<h1>No se pudo hacer</h1>
				<p>{message ?? "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo."}</p>
				<BackHome isMain />
			</>
		);
	}
	return (
		<>
			{message && asDialog && <ToastMessage title="Error" text={message} kind="error" asDialog />}
			<h1>{status ? "Algo salió mal" : "No se pudo cargar la página"}</h1>
			{message && <p className="lead">{message}</p>}
			<p>
				{status
					? "Es un problema nuestro, no tuyo. Lo que ya estaba guardado sigue guardado. Probá de nuevo en un rato."
					: "Parece que no hay señal; si la hay, es un problema nuestro. Lo que ya estaba guardado sigue guardado."}
			</p>
			<ReloadLink />
			<BackHome />
			{requestId && <p className="hint">Código para quien administra: {requestId}</p>}
		</>
	);
}

/** Link that loads the URL again as a document. */
function ReloadLink() {
	const { pathname, search } = useLocation();
	return (
		<p>
			<a className="btn main" href={pathname + search} target="_self">
				Cargar de nuevo
			</a>
		</p>
	);
}

function BackHome({ isMain }: { isMain?: boolean }) {
	return (
		<p>
			<a className={isMain ? "btn main" : "btn"} href="/home?inicio=1">
				Ir al inicio
			</a>
		</p>
	);
}
