import { useActionData, useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import {
	askForPush,
	endPush,
	type KnownPush,
	keepPush,
	knowsPush,
	repairPush,
	sendPush,
} from "~/browser/push-subscription";
import { ButtonForm } from "~/ui/forms/button-form";
import { isUnsent } from "~/ui/forms/send-form";
import { useIsAlive } from "~/ui/use-is-alive";

interface PushHereProps {
	/** What the server has of this browser; undefined if it sends no notices to it. */
	known?: KnownPush;
	isIphone: boolean;
}

/** Button that begins or ends the notices of this browser. A browser can only begin them in a living page. */
export function PushHere({ known, isIphone }: PushHereProps) {
	const isAlive = useIsAlive();
	if (isAlive && knowsPush()) return <LivingPushHere known={known} />;
	if (known) return <EndPush />;
	return (
		<p className="note">
			{isIphone
				? "En el iPhone hay avisos desde iOS 16.4, cuando Relevo está en la pantalla de inicio: tocá Compartir, «Agregar a inicio», y abrilo desde ahí."
				: isAlive
					? "Este navegador no puede recibir avisos."
					: "Si en unos segundos no aparece acá un botón, este navegador no puede recibir avisos."}
		</p>
	);
}

function LivingPushHere({ known }: Pick<PushHereProps, "known">) {
	const submit = useSubmit();
	const { revalidate } = useRevalidator();
	const answer = useActionData<unknown>();
	const [notAsked, setNotAsked] = useState<string>();
	const [isAsking, setAsking] = useState(false);
	const place = useRef<HTMLParagraphElement>(null);
	useEffect(() => {
		const settle = async () => {
			// The server has ended the notices by itself.
			if (!known) return endPush();
			keepPush(known);
			if (await repairPush()) revalidate();
		};
		settle().catch(() => {});
	}, [known, revalidate]);
	if (known) return <EndPush onEnd={() => void endPush()} />;
	const begin = async () => {
		setNotAsked(undefined);
		setAsking(true);
		const asked = await askForPush();
		// The person has opened another page, to which the form would be sent.
		if (!place.current) return "problem" in asked ? undefined : sendPush(asked).catch(endPush);
		setAsking(false);
		if ("problem" in asked) setNotAsked(asked.problem);
		else submit({ intent: "subscribe", ...asked }, { method: "post" });
	};
	const problem = notAsked ?? (isUnsent(answer) && answer.unsent);
	return (
		<>
			<p>Todavía no te avisamos acá.</p>
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
			<p className="row" ref={place}>
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
			<p>Acá te avisamos, hasta que cierres la sesión o cambies la contraseña. La sesión dura 180 días.</p>
			<ButtonForm id="terminar" intent="unsubscribe" submit="No avisarme más acá" onSend={onEnd} />
		</>
	);
}
