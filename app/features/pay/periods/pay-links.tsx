import type { SerializeFrom } from "@remix-run/node";
import { PAY_SETTINGS, PERIODS, SUMMARY } from "~/features/pay/pay-addresses";
import { Icon } from "~/ui/icons";
import type { readPeriod } from "./read-period.server";

/** Links to what is open in all slips, to other periods, and to the settings. */
export function PayLinks({ start, end, open: { less, more }, hasSummary }: SerializeFrom<typeof readPeriod>) {
	return (
		<ul className="card links">
			{hasSummary && (
				<Row href={SUMMARY} icon="share" name="Mandar lo que no coincide">
					{[
						...(less.length > 0 ? [`Faltan: ${less.join("; ")}.`] : []),
						...(more.length > 0 ? [`De más: ${more.join("; ")}.`] : []),
					].join(" ")}
				</Row>
			)}
			<Row href={PERIODS} icon="check" name="Todos los períodos" />
			<Row href={`/auth/work-overtime?view=sheet&start=${start}&end=${end}`} icon="printer" name="Planilla" />
			<Row href="/auth/work-overtime/year" icon="calendar" name="El año de tus extras" />
			<Row href={PAY_SETTINGS} icon="pencil" name="Convenio, valor de la hora y cierre" />
		</ul>
	);
}

interface RowProps {
	href: string;
	icon: Parameters<typeof Icon>[0]["name"];
	name: string;
	children?: string;
}

function Row({ href, icon, name, children }: RowProps) {
	return (
		<li>
			<a href={href}>
				<Icon name={icon} />
				<span>
					{name}
					{children && <small>{children}</small>}
				</span>
				<Icon name="right" />
			</a>
		</li>
	);
}
