import { Switch } from "~/ui/forms/switch";

/** The switches, in the order of the page. */
export const noticeSwitches = ["shiftNotices", "expiryReminders", "diagramNotices"] as const;
export type NoticeSwitchName = (typeof noticeSwitches)[number];

/** What a user can be told of, by the name of its switch. */
const switches: Readonly<Record<NoticeSwitchName, { title: string; on: string; off: string }>> = {
	shiftNotices: {
		title: "Tu próximo turno",
		on: "Te avisamos de cada turno en tus equipos con avisos, con tiempo para descansar.",
		off: "No te avisamos de tus turnos.",
	},
	expiryReminders: {
		title: "Un documento que vence",
		on: "Te avisamos 30 y 7 días antes: en tus equipos con avisos o, si no hay ninguno, por correo.",
		off: "No te avisamos de vencimientos, tampoco por correo.",
	},
	diagramNotices: {
		title: "Un cambio de tu diagrama",
		on: "Te avisamos en tus equipos con avisos si en tu planta corrigen el diagrama.",
		off: "No te avisamos si corrigen el diagrama.",
	},
};

/** The switches of a page whose site sends notices to phones, or only mails. */
export function switchesShown(isPushOffered: boolean): readonly NoticeSwitchName[] {
	return isPushOffered ? noticeSwitches : ["expiryReminders"];
}

interface NoticeSwitchProps {
	name: NoticeSwitchName;
	isOn: boolean;
	isVerified: boolean;
	/** Whether the last change could not be saved. */
	hasFailed: boolean;
}

/** A kind of notice, with a button that turns it on or off for all of the user's browsers. */
export function NoticeSwitch({ name, isOn, isVerified, hasFailed }: NoticeSwitchProps) {
	const { title, on, off } = switches[name];
	const needsMail = name === "expiryReminders" && isOn && !isVerified;
	return (
		<section>
			<h3>{title}</h3>
			<Switch
				intent={name}
				name={name}
				isOn={isOn}
				submit={isOn ? "Desactivar" : "Activar"}
				id={`${name}-estado`}
				className="row"
				hasFailed={hasFailed}
			>
				{isOn ? on : off}
				{needsMail && " Los correos empiezan cuando verifiques el tuyo."}
			</Switch>
		</section>
	);
}
