import { type Agreement, lawRates, type Rates, rowOn } from "~/features/law/rates";
import { formatPercent } from "~/lib/no-break";
import { formatPesos } from "~/lib/pesos";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { LinkItem } from "~/ui/link-item";
import { TotalsTable } from "~/ui/totals-table";
import { type HourValue, hourCentavosOf, presets } from "./agreement";
import { HourValueHelp } from "./hour-value-form";

const PAGE = "/auth/my-pay/settings";

interface ValueSectionProps {
	/** Hourly rates, oldest first. */
	hourValues: readonly HourValue[];
	today: CivilDate;
}

/** All hourly rates with their first days, newest first. */
export function ValueSection({ hourValues, today }: ValueSectionProps) {
	const present = rowOn(hourValues, today);
	const missing =
		hourValues.length === 0
			? "Todavía no lo pusiste, así que no mostramos ningún importe."
			: "Hoy todavía no tenés un valor: el primero empieza más adelante.";
	return (
		<section aria-labelledby="valor">
			<h2 id="valor" className="group">
				Valor de la hora
			</h2>
			<ul className="card links">
				{[...hourValues].reverse().map((value) => (
					<Change key={value.since} page="hour-value" since={value.since} isPresent={value === present}>
						{`${formatPesos(hourCentavosOf(value))} por hora${value.divisor ? `: ${monthText(value)}` : ""}`}
					</Change>
				))}
				<LinkItem href={`${PAGE}/hour-value/add`} sign="plus" note={present ? undefined : missing}>
					{present ? "Cambió el valor" : "Poner el valor"}
				</LinkItem>
			</ul>
		</section>
	);
}

interface AgreementSectionProps {
	/** Agreements, oldest first. */
	agreements: readonly Agreement[];
	today: CivilDate;
}

/** All agreements with their first days, newest first, and the current premiums. */
export function AgreementSection({ agreements, today }: AgreementSectionProps) {
	const present = rowOn(agreements, today);
	const missing = "No elegiste ninguno: usamos los recargos de la ley (LCT 20.744, art. 201).";
	return (
		<section aria-labelledby="convenio">
			<h2 id="convenio" className="group">
				Convenio
			</h2>
			<ul className="card links">
				{[...agreements].reverse().map((agreement) => (
					<Change
						key={agreement.since}
						page="rates"
						since={agreement.since}
						isPresent={agreement === present}
					>
						{presets[agreement.name].label}
					</Change>
				))}
				<LinkItem href={`${PAGE}/rates/add`} sign="plus" note={present ? undefined : missing}>
					{present ? "Cambió el convenio" : "Elegir convenio"}
				</LinkItem>
			</ul>
			<details className="card fold">
				<summary>Los recargos de ahora</summary>
				<RatesTable rates={present ?? lawRates} />
			</details>
		</section>
	);
}

interface ChangeProps {
	/** Name of the page that edits it, in the URL. */
	page: "hour-value" | "rates";
	since: CivilDate;
	isPresent: boolean;
	children: string;
}

/** Row of an agreement or hourly rate, which opens the page that edits and deletes it. */
function Change({ page, since, isPresent, children }: ChangeProps) {
	const note = `Desde el ${formatShortDate(since)}${isPresent ? ", ahora" : ""}`;
	return (
		<LinkItem href={`${PAGE}/${page}/${since}`} note={note}>
			{children}
		</LinkItem>
	);
}

const dayOffTexts = {
	50: formatPercent(50),
	100: formatPercent(100),
	franco: "franco compensatorio",
} as const;

function RatesTable({ rates }: { rates: Rates }) {
	const rows: [string, string][] = [
		["Día común", formatPercent(rates.weekday)],
		["Sábado a la tarde", formatPercent(rates.saturday)],
		["Domingo", formatPercent(rates.sunday)],
		["Feriado", formatPercent(rates.holiday)],
		["Feriado en tu turno", formatPercent(rates.ownShift)],
		["En tu franco", rates.dayOff ? dayOffTexts[rates.dayOff] : "los convenios difieren"],
		["Hora de noche, además", rates.night > 0 ? formatPercent(rates.night) : "nada"],
		["Día del gremio, además", rates.hasUnionDay ? "un jornal" : "nada"],
	];
	return <TotalsTable caption="Recargos" hidesCaption rows={rows} />;
}

/** Explains how estimates are computed, and that estimates are not pay slips. */
export function HowItWorks() {
	return (
		<>
			<HourValueHelp />
			<details className="card fold">
				<summary>Cómo lo calculamos</summary>
				<p>
					Cada minuto se paga con el valor de la hora y el recargo de su día. Si tocan varios, vale el más
					alto; la noche se suma aparte. Una extra va al período del día en que empezó.
				</p>
				<p>
					Lo que se compensa con franco o banco de horas no es plata y no se suma. Si no sabemos la hora de
					entrada o el valor de ese día, tampoco: lo decimos al lado.
				</p>
				<p>Los importes son brutos, sin descuentos ni aportes: no son un recibo.</p>
			</details>
		</>
	);
}

function monthText({ centavos, divisor }: HourValue): string {
	return `${formatPesos(centavos)} por mes, dividido ${divisor} horas`;
}
