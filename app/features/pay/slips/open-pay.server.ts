import { plantNow } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { sumLogged } from "./logged.server";
import { describeOpen, openNote } from "./open-texts";
import { unsettledOf } from "./slip";
import { listSlips } from "./slips.server";

/** What a user's pay slips lack or have in excess, in one line: "Faltan: 3 h al 50 % desde agosto de 2026."; "" if nothing. */
export async function findOpenPay(userId: string): Promise<string> {
	const slips = unsettledOf(await listSlips(userId));
	if (slips.length === 0) return "";
	await refreshPay(userId);
	const now = plantNow();
	const { open } = describeOpen(slips, await sumLogged(userId, slips, now), now.today);
	return openNote(open);
}
