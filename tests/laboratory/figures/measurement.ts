import type { Row } from "./table";

/** The rows of one part of the table, and details about failures. */
export interface Measurement {
	rows: Row[];
	problems: string[];
}
