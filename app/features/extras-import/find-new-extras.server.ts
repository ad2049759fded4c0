import { pagesOfExtras } from "~/features/extras/list/all-extras.server";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { type Comparable, newExtras } from "./new-extras.server";

/**
 * Finds the rows of an imported file that the user does not have yet, in the order of the file.
 * @returns the rows, and whether the user has at most MAX_EXTRAS entries after the rows are added
 */
export async function findNewExtras<Row extends Comparable>(
	userId: string,
	rows: readonly Row[],
): Promise<{ added: Row[]; hasRoom: boolean }> {
	const present: Comparable[] = [];
	for await (const extras of pagesOfExtras(userId, {})) present.push(...extras);
	const added = await newExtras(present, rows);
	return { added, hasRoom: present.length + added.length <= MAX_EXTRAS };
}
