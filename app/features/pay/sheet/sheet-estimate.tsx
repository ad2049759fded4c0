import { EstimateFold } from "~/features/agreement/estimate-fold";
import type { GroupEstimates } from "~/features/agreement/estimates.server";
import type { DateRange } from "~/features/law/pay-period";
import { formatShortDate } from "~/lib/time/civil-date";

interface SheetEstimateProps {
	estimates?: GroupEstimates;
	/** Pay periods, in the order of the estimates. */
	periods: readonly DateRange[];
}

/**
 * Estimated pay of the sheet's entries. Only the screen shows it: the printed sheet is for others, and only the worker
 * should see the estimate.
 */
export function SheetEstimate({ estimates, periods }: SheetEstimateProps) {
	if (!estimates) {
		return (
			<p className="screen-only">
				¿Cuánto te tienen que pagar? <a href="/auth/my-agreement">Mi convenio y el valor de la hora</a>
			</p>
		);
	}
	const parts = periods.map(({ start, end }, index) => ({
		name: `${formatShortDate(start)} al ${formatShortDate(end)}`,
		amount: estimates.groups[index]?.total ?? "",
	}));
	return <EstimateFold estimate={estimates.total} parts={parts} />;
}
