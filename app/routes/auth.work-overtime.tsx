import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { ExtraList } from "~/features/extras/list/extra-list";
import { readFilter } from "~/features/extras/list/filter";
import { readListPage } from "~/features/extras/list/read-list-page.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { readYear } from "~/features/pay/picture/year-hours.server";
import { YearPage } from "~/features/pay/picture/year-page";
import { ExtraSheet } from "~/features/pay/sheet/extra-sheet";
import { readSheet } from "~/features/pay/sheet/sheet.server";
import { findPeriodOn } from "~/features/pay/slips/slips.server";
import { requireSearch } from "~/lib/http/http.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { pageTitle, type Shown } from "~/ui/page-title";

export const meta = ({ data }: Shown<typeof loader>) => {
	if ("year" in data) return pageTitle("Tu año de extras");
	return pageTitle(data.sheet ? "Planilla de horas extra" : "Mis Extras");
};

export const handle = {
	hydrate: true,
	/** The year needs all styles. */
	lightStyles(data: SerializeFrom<typeof loader>) {
		if ("year" in data) return undefined;
		if (data.sheet?.picture) return "picture";
		return data.sheet ? "sheet" : "list";
	},
};

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

/**
 * Maximum number of characters of the cursor (position in the list). All links of the page contain the cursor, so a
 * longer cursor would make the page much larger.
 */
const MAX_CURSOR_CHARACTERS = 80;

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const searchParams = requireSearch();
	if (searchParams.get("view") === "year") return { year: await readYear(user.id, searchParams) };
	const read = readFilter(searchParams);
	if (searchParams.get("view") === "sheet") {
		const hasPicture = searchParams.get("picture") === "1";
		const sheet = await readSheet(user, read.filter, hasPicture);
		const isSharing = searchParams.get("share") === "1";
		return { ...read, sheet: { ...sheet, isSharing }, page: null };
	}
	const after = searchParams.get("after")?.slice(0, MAX_CURSOR_CHARACTERS);
	const open = searchParams.get("open") ?? undefined;
	const periodOf = await findPeriodOn(user);
	const page = await readListPage(user.id, periodOf, read.filter, after, open);
	return { ...read, sheet: null, page };
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(extraRecord, request, user.id);
}

export default function WorkOvertimePage() {
	const data = useLoaderData<typeof loader>();
	if ("year" in data) return <YearPage {...data.year} />;
	const { page, sheet, ...read } = data;
	if (sheet) return <ExtraSheet {...sheet} read={read} />;
	return <ExtraList {...page} read={read} />;
}
