import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Link } from "react-router-dom";
import { EstimateFold } from "~/features/agreement/estimate-fold";
import * as extraMessages from "~/features/extras/extra-messages";
import { filterAddress, type ReadFilter } from "~/features/extras/list/filter";
import { FilterDates, FilterFold, ShiftChips } from "~/features/extras/list/filter-form";
import { includedLines } from "~/features/law/included";
import { nightHours, nightLeftOut } from "~/features/law/overtime-rules";
import { payAddressWithin } from "~/features/pay/pay-addresses";
import { scrollingIf, YearPicture } from "~/features/pay/picture/year-picture";
import { formatShortDate } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";
import { PrintAndSend } from "~/ui/print-and-send";
import type { readSheet } from "./sheet.server";
import { filterWords, formatSums, marksOf } from "./sheet-rows";
import { SheetTable } from "./sheet-table";

type ExtraSheetProps = SerializeFrom<typeof readSheet> & {
	read: ReadFilter;
	/** Whether the text to send as a message is shown. */
	isSharing: boolean;
};

/** A printable sheet of a period's entries, to be signed. */
export function ExtraSheet({ periods, sums, matching, days, read, ...props }: ExtraSheetProps) {
	const { filter } = read;
	const { estimates, name, plantNumber, picture, summary, isSharing, today } = props;
	const isCut = matching > sums.count;
	return (
		<article>
			<BackLink to={filterAddress(filter)}>Mis Extras</BackLink>
			<h1>Planilla de horas extra</h1>
			<p>
				Nombre y apellido: {name ?? <span className="blank" />}
				<br />
				Legajo: {plantNumber ?? <span className="blank" />}
			</p>
			{days && (
				<p>
					Del {formatShortDate(days.start)} al {formatShortDate(days.end)}
					{filterWords(filter)}
				</p>
			)}
			{matching > 0 && <p>{formatSums(sums)}</p>}
			{isCut && (
				<p className="note">
					La planilla llega hasta {sums.count} extras, y hay {matching}. Para ver las otras, elegí menos días.
				</p>
			)}
			{matching > 0 && (
				<>
					<PrintAndSend summary={summary} isSharing={isSharing}>
						<Link
							className="btn"
							to={filterAddress(filter, picture ? { view: "sheet" } : { view: "sheet", picture: "1" })}
							preventScrollReset
						>
							{picture ? "Sacar el gráfico del año" : "Agregar el gráfico del año"}
						</Link>
						<a className="btn" href={payAddressWithin(filter, today)}>
							<Icon name="check" /> Controlar con el recibo
						</a>
					</PrintAndSend>
					<Estimate estimates={estimates} periods={periods} />
				</>
			)}
			<OtherDays {...read} isOpen={isCut} />
			{matching === 0 ? (
				<p className="lead">
					{Object.keys(read.typed).length > 0
						? "No hay extras con este filtro."
						: `${extraMessages.noExtras}.`}
				</p>
			) : (
				<>
					<div className="rates" {...scrollingIf(sums, "Tabla de extras")}>
						<SheetTable periods={periods} sums={sums} />
					</div>
					<ul className="marks">
						{marksOf(sums.doubts).map(({ sign, explanation }) => (
							<li key={explanation}>
								{sign} {explanation}
							</li>
						))}
						<li>
							Noche: de {nightHours(days ?? {})}
							{nightLeftOut(sums.withoutStart)}.
						</li>
						{includedLines(sums).map((text) => (
							<li key={text}>{text}</li>
						))}
					</ul>
					{picture && <YearPicture {...picture} />}
				</>
			)}
			<div className="signatures">
				<p>Firma del trabajador</p>
				<p>Firma del supervisor</p>
				<p>Fecha</p>
			</div>
			<p className="hint">
				Hecha el {formatShortDate(today)} con Relevo. Los porcentajes son orientativos: vale el convenio.
			</p>
		</article>
	);
}

/**
 * Estimated pay of the sheet's entries. Only the screen shows it: the printed sheet is for others, and only the worker
 * should see the estimate.
 */
function Estimate({ estimates, periods }: Pick<ExtraSheetProps, "estimates" | "periods">) {
	if (!estimates) {
		return (
			<p className="screen-only">
				¿Cuánto te tienen que pagar? <a href="/auth/my-pay/settings">Mi convenio y el valor de la hora</a>
			</p>
		);
	}
	const parts = periods.map(({ start, end }, index): [string, string] => [
		`${formatShortDate(start)} al ${formatShortDate(end)}`,
		estimates.groups[index] ?? "",
	]);
	return <EstimateFold estimate={estimates.total} parts={parts} />;
}

/** Form to choose other dates for the sheet. */
function OtherDays({ filter, typed, errors, isOpen }: ReadFilter & { isOpen: boolean }) {
	// With a new key, React replaces the fields after each navigation, so that they show the new dates.
	const { key } = useLocation();
	return (
		<FilterFold key={key} className="card fold other-days" errors={errors} isOpen={isOpen}>
			<summary>Otras fechas</summary>
			<GetForm action="/auth/work-overtime">
				<input type="hidden" name="view" value="sheet" />
				{filter.shift && <input type="hidden" name="shift" value={filter.shift} />}
				{filter.review && <input type="hidden" name="review" value={filter.review} />}
				<FilterDates typed={typed} errors={errors} />
				{errors.shift && <ShiftChips shifts={[]} chosen={typed.shift ?? ""} error={errors.shift} />}
				<p className="row">
					<button className="btn" type="submit">
						Ver la planilla
					</button>
				</p>
			</GetForm>
		</FilterFold>
	);
}
