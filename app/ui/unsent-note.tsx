import { useActionData } from "@remix-run/react";
import { isUnsent } from "./send-form";

/** Says in a form that it could not be sent, with the button that tries once more. */
export function UnsentNote() {
	const data = useActionData<unknown>();
	if (!isUnsent(data)) return null;
	return (
		<div className="note unsent" role="alert">
			<p>
				<strong>{data.unsent}</strong> Lo que escribiste sigue acá.
			</p>
			<button className="button" type="submit">
				Probar de nuevo
			</button>
		</div>
	);
}
