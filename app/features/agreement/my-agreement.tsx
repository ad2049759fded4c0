import type { ReactNode } from "react";
import { type Agreement, lawRates, type Rates, rowOn } from "~/features/law/rates";
import { formatPercent } from "~/lib/no-break";
import { formatPesos } from "~/lib/pesos";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { LinkItem } from "~/ui/link-item";
import { TotalsTable } from "~/ui/totals-table";
import { type HourValue, hourCentavosOf, type PayTerm, presets, termTitles } from "./agreement";
import { HourValueHelp } from "./hour-value-form";

interface SectionsProps {
	/** Hourly rates and agreements, oldest first. */
	hourValues: readonly HourValue[];
	agreements: readonly Agreement[];
	today: CivilDate;
}

export function ValueSection({ hourValues, today }: Omit<SectionsProps, "agreements">) {
	return (
		<TermSection
			term="hour-value"
			rows={hourValues}
			present={rowOn(hourValues, today)}
			nameOf={(value) => formatPesos(hourCentavosOf(value)) + monthText(value)}
			add={["Poner el valor", "Cambió el valor"]}
			missing={
				hourValues.length === 0
					? "Todavía no lo pusiste, así que no mostramos ningún importe."
					: "Hoy todavía no tenés un valor: el primero empieza más adelante."
			}
		/>
	);
}

export function AgreementSection({ agreements, today }: Omit<SectionsProps, "hourValues">) {
	const present = rowOn(agreements, today);
	return (
		<TermSection
			term="rates"
			rows={agreements}
			present={present}
			nameOf={({ name }) => presets[name].label}
			add={["Elegir convenio", "Cambió el convenio"]}
			missing={`${agreements.length === 0 ? "No elegiste ninguno: usamos" : "El primero empieza más adelante: hoy usamos"} los recargos de la ley (LCT 20.744, art. 201).`}
		>
			<details className="card fold">
				<summary>Los recargos de ahora</summary>
				<RatesTable rates={present ?? lawRates} />
			</details>
		</TermSection>
	);
}

interface TermSectionProps<Row> {
	term: PayTerm;
	rows: readonly Row[];
	/** The row that applies today. */
	present: Row | undefined;
	nameOf: (row: Row) => string;
	/** Texts of the link that adds a row: without a present one, and with one. */
	add: readonly [first: string, next: string];
	/** What it means that there is no present row. */
	missing: string;
	children?: ReactNode;
}

/** All rows with their first days, newest first. Each opens the page that edits and deletes it. */
function TermSection<Row extends { since: CivilDate }>(props: TermSectionProps<Row>) {
	const { term, rows, present, nameOf, add, missing, children } = props;
	const page = `/auth/my-pay/settings/${term}`;
	return (
		<section aria-labelledby={term}>
			<h2 id={term} className="group">
				{termTitles[term]}
			</h2>
			<ul className="card links">
				{[...rows].reverse().map((row) => (
					<LinkItem
						key={row.since}
						href={`${page}/${row.since}`}
						note={`Desde el ${formatShortDate(row.since)}${row === present ? ", ahora" : ""}`}
					>
						{nameOf(row)}
					</LinkItem>
				))}
				<LinkItem href={`${page}/add`} sign="plus" note={present ? undefined : missing}>
					{add[present ? 1 : 0]}
				</LinkItem>
			</ul>
			{children}
		</section>
	);
}

function monthText({ centavos, divisor }: HourValue): string {
	const month = divisor === null ? "" : `: ${formatPesos(centavos)} por mes, dividido ${divisor} horas`;
	return ` por hora${month}`;
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
