import type { Row } from "./table";

/** The figures of a part, and what to look at when one is not as it must be. */
export interface Measured {
	rows: Row[];
	complaints: string[];
}
