import { useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ButtonForm } from "~/ui/forms/button-form";
import { useIsAlive } from "~/ui/use-is-alive";
import { askForPush, endPush, findPush, knowsPush } from "./ask-push";

interface PushHereProps {
	/** Where the server sends this browser's notices; undefined if it sends none. */
	endpoint?: string;
	isIphone: boolean;
}

/** Button that begins or ends the notices of this browser. A browser can only begin them in a living page. */
export function PushHere({ endpoint, isIphone }: PushHereProps) {
	const isAlive = useIsAlive();
	if (isAlive && knowsPush()) return <LivingPushHere endpoint={endpoint} />;
	if (endpoint) return <EndPush />;
	return (
		<p className="note">
			{isIphone
				? "En el iPhone hay avisos desde iOS 16.4, cuando Relevo está en la pantalla de inicio: tocá Compartir, «Agregar a inicio», y abrilo desde ahí."
				: "Este navegador no puede recibir avisos. Los de vencimiento te llegan por correo."}
		</p>
	);
}

function LivingPushHere({ endpoint }: Pick<PushHereProps, "endpoint">) {
	const submit = useSubmit();
	const [problem, setProblem] = useState<string>();
	const [isAsking, setAsking] = useState(false);
	// Browser and server may have ended the subscription without the other: then both end it.
	useEffect(() => {
		findPush().then((found) => {
			if (found?.endpoint === endpoint) return;
			void endPush();
			if (endpoint) submit({ intent: "unsubscribe" }, { method: "post" });
		});
	}, [endpoint, submit]);
	if (endpoint) return <EndPush onEnd={() => void endPush()} />;
	const begin = async () => {
		setProblem(undefined);
		setAsking(true);
		const asked = await askForPush();
		setAsking(false);
		if ("problem" in asked) setProblem(asked.problem);
		else submit({ intent: "subscribe", ...asked }, { method: "post" });
	};
	return (
		<>
			<p>Todavía no te avisamos acá.</p>
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
			<p className="row">
				<button className="btn main" type="button" disabled={isAsking} onClick={begin}>
					Avisarme en este equipo
				</button>
			</p>
		</>
	);
}

function EndPush({ onEnd }: { onEnd?: () => void }) {
	return (
		<>
			<p>Acá te avisamos, hasta que cierres la sesión o cambies la contraseña.</p>
			<ButtonForm id="terminar" intent="unsubscribe" submit="No avisarme más acá" onSend={onEnd} />
		</>
	);
}
