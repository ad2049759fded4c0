import { expect, test } from "vitest";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { correctDiagrams } from "../../../scripts/operator/correct-diagrams";

test("an anchor that was worked out before another command's change does not take this change back", async () => {
	const read = await findDiagram("2turnos");
	if (!read) throw new Error("no diagram");
	const changed = { ...read, hours: { ...read.hours, M: ["05:00", "13:00"] as const } };
	await correctDiagrams([changed]);
	await expect(correctDiagrams([{ ...read, anchorConfirmed: true }], read)).rejects.toThrow(
		/^2turnos cambió/,
	);
	expect(await findDiagram("2turnos")).toEqual(changed);
	await correctDiagrams([{ ...changed, anchorConfirmed: true }], changed);
	expect((await findDiagram("2turnos"))?.anchorConfirmed).toBe(true);
});
