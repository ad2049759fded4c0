import type { Row } from "./table";

/** Rows of the printed table, and details about failures. */
export interface Measurement {
	rows: Row[];
	problems: string[];
}
