import { useLocation } from "@remix-run/react";
import { FailureDialog } from "~/ui/toast/toast-message";

interface ErrorPageProps {
	/** Status of the response; undefined when a hydrated page got no response or could not be rendered. */
	status?: number;
	message?: string;
	/** Whether the message of a failure (status 500 or more) is shown in a dialog too. */
	asDialog?: boolean;
	requestId?: string;
}

/** Heading and title of an error page. `status` as in `ErrorPage`. */
export function errorHeading(status: number | undefined): string {
	if (status === 404) return "Error";
	if (!status) return "No se pudo cargar la página";
	return status < 500 ? "No se pudo hacer" : "Algo salió mal";
}

/** Page for a 404, another refusal, or a failure. */
export function ErrorPage({ status, message, asDialog, requestId }: ErrorPageProps) {
	const { pathname, search } = useLocation();
	const heading = <h1>{errorHeading(status)}</h1>;
	if (status === 404) {
		return (
			<>
				{heading}
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
				{heading}
				<p>{message ?? "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo."}</p>
				<BackHome isMain />
			</>
		);
	}
	return (
		<>
			{message && asDialog && <FailureDialog text={message} />}
			{heading}
			{message && <p className="lead">{message}</p>}
			<p>
				{status
					? "Es un problema nuestro, no tuyo. Lo que ya estaba guardado sigue guardado. Probá de nuevo en un rato."
					: "Parece que no hay señal; si la hay, es un problema nuestro. Lo que ya estaba guardado sigue guardado."}
			</p>
			<p>
				{/* Loads the URL again as a document. */}
				<a className="btn main" href={pathname + search} target="_self">
					Cargar de nuevo
				</a>
			</p>
			<BackHome />
			{requestId && <p className="hint">Código para quien administra: {requestId}</p>}
		</>
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
