import { readFile } from "node:fs/promises";
import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { crewsOf } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { addressOf } from "~/features/diagrams/pages/picture-address.server";
import { isShownYear, parsePictureSlug, pictureSlug, yearOf } from "~/features/diagrams/periods";
import { findOwnPictures } from "~/features/diagrams/pictures/own-pictures.server";
import { drawPicture } from "~/features/diagrams/pictures/picture.server";
import { toPng } from "~/features/diagrams/pictures/picture-png.server";
import { listHolidays } from "~/features/holidays/holidays.server";
import { notFound } from "~/lib/http/http.server";
import { ImageTimeoutError } from "~/lib/images/image.server";
import { uploadPath } from "~/lib/images/uploads.server";
import { plantToday } from "~/lib/time/plant-clock.server";

/**
 * A diagram's picture, named by diagram, month or half year, and a hash of the content:
 * `4turnos_7dias-2027-01.0123456789ab.svg`, `.png` or, if imported, `.webp`. A picture of one crew also has the crew in
 * its name: `4turnos_7dias-C-2027-01.0123456789ab.png`.
 */
export async function loader({ params }: LoaderFunctionArgs) {
	const match = /^([a-zA-E0-9_-]{1,60})\.([0-9a-f]{1,64})\.(svg|png|webp)$/.exec(params.file ?? "");
	const subject = match?.[1] ? parsePictureSlug(match[1]) : undefined;
	if (!subject || !isShownYear(yearOf(subject.period), plantToday())) throw notFound();
	const { diagramId, period, crew } = subject;
	const diagram = await findDiagram(diagramId);
	if (!diagram || (crew && !crewsOf(diagram).includes(crew))) throw notFound();
	const [, , hash = "", ending] = match ?? [];
	const name = `relevo-${pictureSlug(subject)}`;
	const holidays = await listHolidays(yearOf(period));
	const pictures = await findOwnPictures(diagram.id, [period]);
	const { src, share } = addressOf(diagram, period, holidays, pictures, crew);
	const address = ending === "png" ? share.image : src;
	if (address !== `/pictures/${params.file}`) return redirect(address);
	const own = pictures.get(period);
	if (ending === "webp" && own) {
		// The file is missing if an import has replaced the picture since the database was read.
		const content = await readFile(uploadPath(own.file)).catch(() => undefined);
		if (!content) throw notFound();
		return new Response(new Uint8Array(content), { headers: headersOf("image/webp", `${name}.webp`) });
	}
	const svg = drawPicture(diagram, period, holidays, crew);
	if (ending === "svg") return new Response(svg, { headers: headersOf("image/svg+xml", `${name}.svg`) });
	const png = await toPng(hash, svg).catch((error: unknown) => {
		if (!(error instanceof ImageTimeoutError)) throw error;
		throw json({ message: error.message }, { status: 503, headers: { "Retry-After": "10" } });
	});
	return new Response(new Uint8Array(png), { headers: headersOf("image/png", `${name}.png`) });
}

/** The URL contains a hash of the content, so the response never changes. */
function headersOf(type: string, name: string): Record<string, string> {
	return {
		"Content-Type": type,
		"Content-Disposition": `inline; filename="${name}"`,
		"Cache-Control": "public, max-age=31536000, immutable",
	};
}
