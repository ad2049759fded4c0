import { ToastMessage } from "./toast-message";

interface ErrorPageProps {
	status: number;
	/** What the route says about it, in Spanish. */
	message?: string;
	/** Whether a dialog says it too. */
	asDialog?: boolean;
	requestId?: string;
}

/** The page for what was not found, could not be read or failed. */
export function ErrorPage({ status, message, asDialog, requestId }: ErrorPageProps) {
	if (status === 404) {
		return (
			<>
				<h1>Error</h1>
				<p>La página que estás buscando no fue encontrada.</p>
				<BackHome />
			</>
		);
	}
	if (status < 500) {
		return (
			<>
				<h1>No se pudo hacer</h1>
				<p>{message ?? "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo."}</p>
				<BackHome />
			</>
		);
	}
	return (
		<>
			{message && asDialog && <ToastMessage title="Error" text={message} kind="error" asDialog />}
			<h1>Algo salió mal</h1>
			{message && <p className="lead">{message}</p>}
			<p>
				Es un problema nuestro, no tuyo. Lo que ya estaba guardado sigue guardado. Probá de nuevo en un rato.
			</p>
			<BackHome />
			{requestId && <p className="hint">Código para quien administra: {requestId}</p>}
		</>
	);
}

function BackHome() {
	return (
		<p>
			<a className="button main" href="/home?inicio=1">
				Ir al inicio
			</a>
		</p>
	);
}
