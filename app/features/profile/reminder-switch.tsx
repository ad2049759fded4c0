import { useSwitch } from "~/ui/forms/use-switch";

interface ReminderSwitchProps {
	isOn: boolean;
	isVerified: boolean;
	/** Whether the last change could not be saved. */
	hasFailed?: boolean;
}

/**
 * Switch for mails before a document expires. The text shows the current state; the button names the other state.
 */
export function ReminderSwitch({ isOn, isVerified, hasFailed }: ReminderSwitchProps) {
	const { form, problem } = useSwitch({
		intent: "reminders",
		name: "expiryReminders",
		isOn,
		submit: isOn ? "Desactivar los avisos" : "Activar los avisos",
		describedBy: "avisos-estado",
		action: "#avisos",
		hasFailed,
	});
	return (
		<section id="avisos">
			<h2>Avisos de vencimiento</h2>
			<p id="avisos-estado">{isOn ? whenOn(isVerified) : "Están desactivados: no te mandamos ninguno."}</p>
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
			{form}
		</section>
	);
}

function whenOn(isVerified: boolean): string {
	return isVerified
		? "Están activados: te mandamos un correo 30 y 7 días antes de que venza un documento."
		: "Están activados, pero empiezan cuando verifiques tu correo: te escribimos 30 y 7 días antes de que venza un documento.";
}
