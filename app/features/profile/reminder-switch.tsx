import { Switch } from "~/ui/forms/switch";

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
	return (
		<section id="avisos">
			<h2>Avisos de vencimiento</h2>
			<Switch
				intent="reminders"
				name="expiryReminders"
				isOn={isOn}
				submit={isOn ? "Desactivar los avisos" : "Activar los avisos"}
				id="avisos-estado"
				action="#avisos"
				hasFailed={hasFailed}
			>
				{isOn ? whenOn(isVerified) : "Están desactivados: no te mandamos ninguno."}
			</Switch>
		</section>
	);
}

function whenOn(isVerified: boolean): string {
	return isVerified
		? "Están activados: te mandamos un correo 30 y 7 días antes de que venza un documento."
		: "Están activados, pero empiezan cuando verifiques tu correo: te escribimos 30 y 7 días antes de que venza un documento.";
}
