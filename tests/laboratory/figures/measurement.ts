import type { Row } from "./table";

/** Result of one measurement: rows for the printed table, and details about failures. */
export interface Measurement {
	rows: Row[];
	problems: string[];
}
