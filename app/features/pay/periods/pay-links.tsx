import type { SerializeFrom } from "@remix-run/node";
import { PAY_SETTINGS, PERIODS, SUMMARY, YEAR } from "~/features/pay/pay-addresses";
import { LinkItem } from "~/ui/link-item";
import type { readPeriod } from "./read-period.server";

/** Links to what is open in all slips, to other periods, and to the settings. */
export function PayLinks({ start, end, openNote, hasSummary }: SerializeFrom<typeof readPeriod>) {
	return (
		<ul className="card links">
			{hasSummary && (
				<LinkItem href={SUMMARY} sign="share" note={openNote}>
					Mandar lo que no coincide
				</LinkItem>
			)}
			<LinkItem href={PERIODS} sign="check">
				Todos los períodos
			</LinkItem>
			<LinkItem href={`/auth/work-overtime?view=sheet&start=${start}&end=${end}`} sign="printer">
				Planilla
			</LinkItem>
			<LinkItem href={YEAR} sign="chart">
				El año de tus extras
			</LinkItem>
			<LinkItem href={PAY_SETTINGS} sign="settings">
				Convenio, valor de la hora y cierre
			</LinkItem>
		</ul>
	);
}
