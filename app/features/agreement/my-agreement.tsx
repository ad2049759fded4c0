import { type Agreement, lawRates, type Rates, rowOn } from "~/features/law/rates";
import { formatPercent } from "~/lib/no-break";
import { formatPesos } from "~/lib/pesos";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { TotalsTable } from "~/ui/totals-table";
import { type HourValue, hourCentavosOf, presets } from "./agreement";
import { HourValueHelp } from "./hour-value-form";

const PAGE = "/auth/my-pay/settings";

interface ValueSectionProps {
	/** Hourly rates, oldest first. */
	hourValues: readonly HourValue[];
	today: CivilDate;
}

/** The current hourly rate, and all hourly rates with their first days. */
export function ValueSection({ hourValues, today }: ValueSectionProps) {
	const present = rowOn(hourValues, today);
	return (
		<section className="card" aria-labelledby="valor">
			<h2 id="valor">Valor de la hora</h2>
			{present && (
				<p className="worth">
					<strong>{formatPesos(hourCentavosOf(present))}</strong> por hora
				</p>
			)}
			{present?.divisor && <p>{monthText(present)}</p>}
			{hourValues.length === 0 && <p>Todavía no lo pusiste, así que no mostramos ningún importe.</p>}
			{hourValues.length > 0 && !present && (
				<p>Hoy todavía no tenés un valor: el primero empieza más adelante.</p>
			)}
			<p className="row">
				<a className={present ? "btn" : "btn main"} href={`${PAGE}/hour-value/add`}>
					<Icon name="plus" /> {present ? "Cambió el valor" : "Poner el valor"}
				</a>
			</p>
			<Changes
				rows={hourValues.map((value) => ({
					since: value.since,
					text: value.divisor ? monthText(value) : `${formatPesos(value.centavos)} por hora`,
					isPresent: value === present,
				}))}
				address={`${PAGE}/hour-value`}
				what="el valor"
			/>
		</section>
	);
}

interface AgreementSectionProps {
	/** Agreements, oldest first. */
	agreements: readonly Agreement[];
	today: CivilDate;
}

/** The current agreement's premiums, and all agreements with their first days. */
export function AgreementSection({ agreements, today }: AgreementSectionProps) {
	const present = rowOn(agreements, today);
	return (
		<section className="card" aria-labelledby="convenio">
			<h2 id="convenio">Convenio</h2>
			<p>
				{present
					? presets[present.name].label
					: "No elegiste ninguno: usamos los recargos de la ley (LCT 20.744, art. 201)."}
			</p>
			<RatesTable rates={present ?? lawRates} />
			<p className="row">
				<a className="btn" href={`${PAGE}/rates/add`}>
					<Icon name="plus" /> {present ? "Cambió el convenio" : "Elegir convenio"}
				</a>
			</p>
			<Changes
				rows={agreements.map((agreement) => ({
					since: agreement.since,
					text: presets[agreement.name].label,
					isPresent: agreement === present,
				}))}
				address={`${PAGE}/rates`}
				what="el convenio"
			/>
		</section>
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

interface ChangesProps {
	rows: readonly { since: CivilDate; text: string; isPresent: boolean }[];
	/** URL path of the pages that edit an agreement or hourly rate, to which its first day is appended. */
	address: string;
	/** Spanish name of an agreement or hourly rate in the links' labels. */
	what: string;
}

/** List of all agreements or hourly rates, newest first, each with links to edit and delete it. */
function Changes({ rows, address, what }: ChangesProps) {
	if (rows.length === 0) return null;
	return (
		<ul className="changes">
			{[...rows].reverse().map(({ since, text, isPresent }) => {
				const date = formatShortDate(since);
				return (
					<li key={since}>
						<p>
							Desde el <b>{date}</b>
							{isPresent && ", ahora"}
							<br />
							{text}
						</p>
						<p className="row">
							<a className="btn" href={`${address}/${since}`} aria-label={`Editar ${what} desde el ${date}`}>
								<Icon name="pencil" /> Editar
							</a>
							<a
								className="btn"
								href={`${address}/${since}?intent=delete`}
								aria-label={`Eliminar ${what} desde el ${date}`}
							>
								<Icon name="trash" /> Eliminar
							</a>
						</p>
					</li>
				);
			})}
		</ul>
	);
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
