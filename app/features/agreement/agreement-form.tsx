import { Link } from "react-router-dom";
import { ruleOn } from "~/features/law/overtime-rules";
import { premiumName } from "~/features/law/premiums";
import { shortClock, withArticle } from "~/lib/time/minutes";
import { SelectField } from "~/ui/forms/select-field";
import { TextField } from "~/ui/forms/text-field";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";
import { type AgreementName, agreementNames, presets } from "./agreement";
import { agreementSchemaOn } from "./agreement-schemas";

const percents = ["weekday", "saturday", "sunday", "holiday", "ownShift", "night"] as const;

const LABELS = {
	weekday: "Día común (%)",
	saturday: "Sábado a la tarde (%)",
	sunday: "Domingo (%)",
	holiday: "Feriado (%)",
	ownShift: "Feriado en tu turno (%)",
	night: "Hora de noche (%)",
	dayOff: "Trabajar en tu franco",
	unionDay: "Día del gremio: paga un jornal más",
	since: "Desde el",
} as const;

const OPTIONS = {
	dayOff: [
		{ value: "", label: "No sé" },
		{ value: "50", label: `Se paga ${premiumName("50")}` },
		{ value: "100", label: `Se paga ${premiumName("100")}` },
		{ value: "franco", label: "Da un franco compensatorio" },
	],
	unionDay: [
		{ value: "no", label: "No" },
		{ value: "si", label: "Sí" },
	],
};

/** @param since first day of the agreement, whose legal rule says when Saturday's premium begins */
const hintsOn = (since: string): Readonly<Record<(typeof percents)[number], string>> => ({
	weekday: "De lunes a sábado al mediodía.",
	saturday: `Desde ${withArticle(shortClock(ruleOn(since).saturday100Minute))}.`,
	sunday: "Todo el día.",
	holiday: "Una extra en feriado.",
	ownShift: "100 es el doble (LCT art. 166).",
	night: "Se suma a lo demás. 0 si no hay.",
});

interface PresetLinksProps {
	name: AgreementName;
	/** Whether the form adds an agreement. Only then may the user still choose another collective agreement. */
	isNew: boolean;
	/** Called with the first day in the form when the user chooses another one. */
	onChoose?: (since: string | undefined) => void;
}

/** Links to choose a collective agreement, and a note about the source of the chosen agreement's premiums. */
export function PresetLinks({ name, isNew, onChoose }: PresetLinksProps) {
	const choose = () => onChoose?.(document.querySelector<HTMLInputElement>("[name=since]")?.value);
	return (
		<>
			{isNew && (
				<nav className="row" aria-label="Convenios">
					{agreementNames.map((each) => (
						<Link
							key={each}
							className="btn"
							to={`?preset=${each}`}
							onClick={choose}
							replace
							preventScrollReset
							aria-current={each === name ? "true" : undefined}
						>
							{presets[each].label}
						</Link>
					))}
				</nav>
			)}
			<p className="note">
				<b>{presets[name].label}.</b> {presets[name].source} Podés cambiar cada número.
			</p>
		</>
	);
}

interface AgreementFormProps extends RecordFormProps<keyof typeof LABELS | "name"> {
	today?: string;
}

export function AgreementForm({ today, ...props }: AgreementFormProps) {
	const { shown } = props;
	const [form, fields] = useRecordForm("agreement", agreementSchemaOn(today), props);
	const hints = hintsOn(shown.since ?? today ?? "");
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			cancel="/auth/my-pay/settings"
			record={props}
			labels={LABELS}
			options={OPTIONS}
		>
			<input type="hidden" name="name" value={shown.name ?? "propio"} />
			<div className="pairs">
				{percents.map((name) => (
					<TextField
						key={name}
						field={fields[name]}
						label={LABELS[name]}
						hint={hints[name]}
						inputMode="numeric"
					/>
				))}
			</div>
			<SelectField
				field={fields.dayOff}
				label={LABELS.dayOff}
				hint="Si el día ya paga más, como un domingo, vale lo más alto."
				options={OPTIONS.dayOff}
			/>
			<SelectField
				field={fields.unionDay}
				label={LABELS.unionDay}
				hint="Como el 7 de septiembre en el CCT 260/75, art. 41."
				options={OPTIONS.unionDay}
			/>
			<TextField
				field={fields.since}
				label={LABELS.since}
				hint="El primer día de estos recargos. Los días de antes quedan con los anteriores."
				type="date"
			/>
		</RecordForm>
	);
}
