import { expect, test } from "vitest";
import { findNextHoliday } from "~/features/holidays/holidays.server";

test.each([
	["2026-11-27", "2026-12-08", "Inmaculada Concepción", "a tourist day comes first"],
	["2026-08-20", "2026-10-12", "Diversidad Cultural", "a union's day comes first"],
	["2026-04-02", "2026-04-02", "Veterano y Caídos en Malvinas", "Holy Thursday is on the same day"],
	["2026-12-26", "2027-01-01", "Año Nuevo", "the year has no more"],
])("the next holiday from %s on is that of %s, %s: %s", async (from, date, name) => {
	expect(await findNextHoliday(from)).toMatchObject({ date, name, kind: "feriado" });
});
