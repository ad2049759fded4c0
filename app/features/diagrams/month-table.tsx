import { type MonthTableProps, monthHtml, paintedLines } from "./month-html";

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable(props: MonthTableProps) {
	const lines = paintedLines(props.diagram);
	const className = props.crew ? "month" : `month crews ${lines ? `lines-${lines}` : ""}`;
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: the text is computed from a checked diagram
		<table className={className} dangerouslySetInnerHTML={{ __html: monthHtml(props) }} />
	);
}
