import type { SerializeFrom } from "@remix-run/node";
import { EstimateDetails } from "~/features/agreement/estimate-fold";
import { BalancesSection } from "~/features/pay/balances/balances-section";
import { PAY_SETTINGS, PERIODS, payAddress, SUMMARY, YEAR } from "~/features/pay/pay-addresses";
import { SlipForm, type SlipFormProps } from "~/features/pay/slips/slip-form";
import { deletionOf, UNFINISHED } from "~/features/pay/slips/slip-texts";
import { formatShortDate } from "~/lib/time/civil-date";
import { ArrowLink } from "~/ui/back-link";
import { DeletableList, useDeletion } from "~/ui/deletion/delete-dialog";
import { ButtonForm } from "~/ui/forms/button-form";
import { Icon } from "~/ui/icons";
import { LinkItems, type LinkRow } from "~/ui/link-item";
import type { readPeriod } from "./read-period.server";

type ShownPeriod = SerializeFrom<typeof readPeriod>;

type PeriodPageProps = ShownPeriod & { refused?: Omit<SlipFormProps, "start" | "shown"> };

/** A pay period: what was logged, what its slip says, and what is open in all slips. */
export function PeriodPage({ refused, ...page }: PeriodPageProps) {
	const { start, slip, form, balances, estimate } = page;
	/** Not the version, which also changes with the button that settles: what was typed stays. */
	const saved = JSON.stringify(form.shown);
	const asksForSlip = !slip && !page.isRunning && page.hasEntries;
	return (
		<DeletableList action={payAddress(start)}>
			<h1>Mi pago</h1>
			<div className="detail">
				<section className="card flush pay-period" aria-labelledby="periodo">
					<Switch {...page} />
					{slip ? <Comparison {...page} slip={slip} /> : <Logged {...page} />}
					{estimate && (
						<details className="fold">
							<summary>
								{estimate.lines.length === 0 ? estimate.heading : "Estimado"}
								{estimate.lines.length > 0 && <b>{estimate.total}</b>}
							</summary>
							<EstimateDetails estimate={estimate} />
						</details>
					)}
					{/* The key closes it once the slip is saved, so that the answer is in view again. */}
					<details key={saved} className="fold" open={refused?.result !== undefined || asksForSlip}>
						<summary>{slip ? "Corregir lo que dice el recibo" : "¿Qué dice tu recibo?"}</summary>
						<SlipForm
							// After Cancelar it shows what is saved, and no longer what was typed.
							key={`${start} ${saved} ${refused?.saved !== undefined}`}
							start={start}
							{...form}
							{...refused}
						/>
						{slip && <DeleteSlip {...page} />}
					</details>
					<Notes {...page} />
				</section>
				<div>
					<BalancesSection balances={balances} />
					<PayLinks {...page} />
				</div>
			</div>
		</DeletableList>
	);
}

/** The period's name, between links to the periods before and after it. */
function Switch({ title, previous, next }: ShownPeriod) {
	return (
		<div className="steps">
			{previous && (
				<ArrowLink to={payAddress(previous.start)} label={`Anterior: ${previous.title}`} icon="left" />
			)}
			<h2 id="periodo">{title}</h2>
			{next && <ArrowLink to={payAddress(next.start)} label={`Siguiente: ${next.title}`} icon="right" />}
		</div>
	);
}

/** What was logged in a period without a slip. */
function Logged({ total, logged, hasHourValue, hasEntries }: ShownPeriod) {
	if (!hasEntries) return <p className="verdict">Sin extras</p>;
	return (
		<>
			<p className="verdict">{total}</p>
			<p>{logged}</p>
			{!hasHourValue && (
				<p>
					<a href={PAY_SETTINGS}>Poné el valor de tu hora</a> y ves cuánto te tienen que pagar.
				</p>
			)}
		</>
	);
}

function Comparison({ start, slip, isRunning }: ShownPeriod & { slip: NonNullable<ShownPeriod["slip"]> }) {
	const { settledOn } = slip;
	const [verdict, ...rest] = slip.verdict.split(", ");
	return (
		<>
			<p className={`verdict ${slip.tone}`}>
				{slip.tone === "good" && <Icon name="check" />} {verdict}
			</p>
			{rest.length > 0 && <p>{rest.join(", ")}</p>}
			{isRunning && <p>{UNFINISHED}</p>}
			{settledOn && <p>El {formatShortDate(settledOn)}.</p>}
			{slip.changed && <p className="note">{slip.changed}</p>}
			<dl className="facts">
				{slip.lines.map(({ name, logged, onSlip, difference }) => (
					<div key={name} className="two-lines">
						<dt>
							{name} <small>{`Anotaste ${logged}, el recibo dice ${onSlip}`}</small>
						</dt>
						<dd>{difference.split(", ", 1)}</dd>
					</div>
				))}
				{slip.amount && (
					<div className="two-lines">
						<dt>Importe según el recibo</dt>
						<dd>{slip.amount}</dd>
					</div>
				)}
			</dl>
			{(slip.isOpen || settledOn) && (
				<ButtonForm
					id={`slip-${start}`}
					intent={settledOn ? "reopen" : "settle"}
					// The page's address may name no period, or another day of it.
					fields={{ idFile: start, version: slip.version }}
					submit={settledOn ? "Todavía no se arregló" : "Ya se arregló"}
				/>
			)}
		</>
	);
}

/** What is uncertain about the worker's hours, and which entries are not compared with the slip. */
function Notes({ unsure, leftOut }: ShownPeriod) {
	return (
		<details className="fold">
			<summary>{unsure.length > 0 ? "Qué puede cambiar" : "Qué se compara"}</summary>
			{unsure.length > 0 && <p className="lines">{unsure.join("\n")}</p>}
			{leftOut.length > 0 && (
				<p className="lines">{["No se compara con lo pagado:", ...leftOut].join("\n")}</p>
			)}
			<p>
				Se comparan las extras que ya terminaron, menos las compensadas con franco o banco de horas. Los
				porcentajes son orientativos: vale tu convenio. Solo lo ves vos.
			</p>
		</details>
	);
}

function DeleteSlip({ start, end, title }: ShownPeriod) {
	const ask = useDeletion();
	const page = payAddress(start);
	return (
		<a
			className="btn text bad"
			href={`${page}&intent=delete`}
			aria-label={`Eliminar el recibo: ${title}`}
			onClick={(event) => ask(event, deletionOf({ start, end }), page)}
		>
			<Icon name="trash" /> Eliminar el recibo
		</a>
	);
}

/** Links to what is open in all slips, to other periods, and to the settings. */
function PayLinks({ start, end, openNote, hasSummary }: SerializeFrom<typeof readPeriod>) {
	const toSend: LinkRow = [SUMMARY, "Mandar lo que no coincide", "share", openNote];
	const rows: LinkRow[] = [
		[PERIODS, "Todos los períodos", "check"],
		[`/auth/work-overtime?view=sheet&start=${start}&end=${end}`, "Planilla", "printer"],
		[YEAR, "El año de tus extras", "chart"],
		[PAY_SETTINGS, "Convenio, valor de la hora y cierre", "settings"],
	];
	return (
		<ul className="card links">
			<LinkItems rows={hasSummary ? [toSend, ...rows] : rows} />
		</ul>
	);
}
