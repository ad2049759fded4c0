import { RetryNote } from "~/ui/forms/send-form";
import type { Interruption } from "./send-photos";

/** Says why the upload stopped, and with which photo it will continue. */
export function InterruptionNote({
	result: { kind, reason },
	place,
}: Pick<Interruption, "result"> & { place: number }) {
	if (kind === "signed-out")
		return (
			<RetryNote>
				<strong>Tu sesión se cerró.</strong>{" "}
				<a href="/auth/login" target="_blank" rel="noopener noreferrer">
					Ingresá en otra pestaña
				</a>{" "}
				y probá de nuevo: no se pierde nada.
			</RetryNote>
		);
	return (
		<RetryNote>
			<strong>{reason ?? "Se cortó la conexión."}</strong> Se sigue desde la foto {place}: las que ya están no
			se mandan de nuevo.
		</RetryNote>
	);
}
