import { useState } from "react";
import { ButtonForm } from "~/ui/forms/button-form";
import { Opener } from "~/ui/forms/opener";
import { PostForm } from "~/ui/forms/post-form";
import { SelectField } from "~/ui/forms/select-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";
import { useIsAlive } from "~/ui/use-is-alive";
import { type Alarms, alarmChoices, feedSchema } from "./feed-schemas";

const ALARM_LABELS: Readonly<Record<Alarms, string>> = {
	none: "Sin avisos",
	evening: "La noche anterior, a las 20",
	start: "Dos horas antes de entrar",
	both: "Los dos",
};

interface AlarmFormProps {
	/** "make" makes the calendar's secret URL; "alarms" only changes the alarms. */
	intent: "make" | "alarms";
	alarms: Alarms;
	result?: FormResult;
}

export function AlarmForm({ intent, alarms, result }: AlarmFormProps) {
	const [form, fields] = useForm({ id: "avisos", schema: feedSchema, result, defaultValue: { alarms } });
	return (
		<PostForm
			form={form}
			intent={intent}
			submit={intent === "make" ? "Hacer mi enlace" : "Guardar los avisos"}
		>
			<Opener />
			<SelectField
				field={fields.alarms}
				label="Avisos antes de cada turno"
				options={alarmChoices.map((value) => ({ value, label: ALARM_LABELS[value] }))}
			/>
		</PostForm>
	);
}

/**
 * Shows the new secret URL of the user's calendar, as text and as a webcal: link. With `isAndroid` the link is left out,
 * because Android cannot open it.
 */
export function NewAddress({ address, isAndroid }: { address: string; isAndroid: boolean }) {
	const isAlive = useIsAlive();
	const [isCopied, setCopied] = useState(false);
	// Browsers offer the clipboard only on HTTPS pages.
	const clipboard = isAlive ? navigator.clipboard : undefined;
	const copy = () =>
		clipboard?.writeText(address).then(
			() => setCopied(true),
			// Refused: the address is at least selected, by its focus.
			() => document.getElementById("direccion")?.focus(),
		);
	return (
		<section className="card">
			<h2>Tu enlace</h2>
			<p className="field">
				<label htmlFor="direccion">Copialo ahora: por seguridad no lo mostramos de nuevo</label>
				<input id="direccion" readOnly value={address} onFocus={({ target }) => target.select()} />
			</p>
			<p className="row">
				{clipboard && (
					<button className="btn main" type="button" onClick={copy}>
						{isCopied ? "Copiado" : "Copiar"}
					</button>
				)}
				{!isAndroid && (
					<a className="btn" href={address.replace(/^https?:/, "webcal:")}>
						Agregar en este iPhone
					</a>
				)}
			</p>
		</section>
	);
}

/** Instructions to subscribe to the calendar on a phone. */
export function Steps() {
	return (
		<section>
			<h2>Cómo se agrega</h2>
			<p>
				<b>iPhone:</b> hacé el enlace en el iPhone y tocá «Agregar en este iPhone». O copialo y pegalo en
				Configuración, Apps, Calendario, Cuentas, Agregar cuenta, Otra, «Agregar suscripción a calendario».
				Para tener los avisos, dejá sin marcar «Eliminar alarmas».
			</p>
			<p>
				<b>Android:</b> hacé el enlace y copialo. En Chrome abrí calendar.google.com, tocá los tres puntos y
				marcá «Sitio para computadoras». Junto a «Otros calendarios» tocá «+», elegí «Desde URL» y pegalo. En
				tu calendario aparece solo. Google lo lee una o dos veces por día y no usa nuestros avisos: ponelos en
				la configuración de ese calendario.
			</p>
		</section>
	);
}

/** Buttons that renew or revoke the secret URL. */
export function AddressSettings({ since }: { since: string }) {
	return (
		<section>
			<h2>Renovar o dar de baja el enlace</h2>
			<p>
				Lo hiciste el {since}. ¿Lo perdiste o lo vio otra persona? Renovalo: el de antes deja de andar, y hay
				que agregar el nuevo en cada teléfono.
			</p>
			<ButtonForm id="renovar" intent="renew" submit="Renovar el enlace" />
			<p>Si lo das de baja, nadie puede leerlo más, tampoco tu teléfono.</p>
			<ButtonForm id="baja" intent="revoke" submit="Dar de baja el enlace" />
		</section>
	);
}

/** Explains what a stranger who finds out the secret URL can see. */
export function WhatIsShown() {
	return (
		<section>
			<h2>Qué ve quien tiene el enlace</h2>
			<p>
				Tus turnos, tus días y tus extras, sin tu nombre ni tus notas. Una licencia, una suspensión o un día
				del banco de horas dice «Ausente». Es solo para vos: no lo compartas.
			</p>
			<p>
				Deja de andar cuando cambiás o recuperás la contraseña o cerrás la sesión en todos los equipos:
				entonces hacé otro y agregalo en tu teléfono.
			</p>
		</section>
	);
}
