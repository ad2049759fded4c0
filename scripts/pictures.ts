/** `npm run pictures -- …`: manages diagram pictures imported in place of computed ones. */

import { existsSync } from "node:fs";
import {
	FIRST_YEAR,
	isMonth,
	isShownYear,
	type Period,
	parsePeriod,
	periodTitle,
	YEARS_AHEAD,
	yearOf,
} from "~/features/diagrams/periods";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { type CommandInput, json, type OptionHelp, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { readInputFile } from "./operator/input-file";
import { printJson } from "./operator/output";
import { requireDiagram } from "./operator/require-diagram";
import { actAsServer } from "./operator/server-user";

/** Longest side of an imported picture: readable when enlarged on a phone, and under 1 MB. */
const LONG_SIDE_PX = 2000;

const target: Record<string, OptionHelp> = {
	diagram: { value: "ID", help: "el diagrama: 4turnos_7dias", isRequired: true },
	month: { value: "AAAA-MM", help: "el mes: 2027-01" },
	half: { value: "AAAA-N", help: "la mitad del año: 2027-1 (enero a junio) o 2027-2 (julio a diciembre)" },
};

await runProgram({
	name: "pictures",
	title: "Imágenes propias de los diagramas, en lugar de las calculadas.",
	commands: [
		{
			name: "import",
			parameters: ["ARCHIVO"],
			options: target,
			summary: "Pone una imagen JPEG, PNG o WebP en lugar de la calculada de un mes o de medio año.",
			details: `Hasta 15 MB y 50 megapíxeles. Se guarda una copia derecha, sin metadatos y de hasta ${LONG_SIDE_PX} px; la anterior se borra.
La tabla del mes sigue debajo, calculada, como texto.

Ejemplo: npm run pictures -- import enero.png --diagram 4turnos_7dias --month 2027-01`,
			run: importPicture,
		},
		{
			name: "list",
			parameters: [],
			options: { json },
			summary: "Muestra las imágenes propias.",
			details: `Dice también si falta el archivo de alguna.

JSON: [{ diagramId, period, file, hash, width, height }]`,
			run: listPictures,
		},
		{
			name: "remove",
			parameters: [],
			options: target,
			summary: "Quita una imagen propia: vuelve la calculada.",
			details: "Ejemplo: npm run pictures -- remove --diagram 4turnos_7dias --month 2027-01",
			run: removePicture,
		},
	],
});

async function importPicture(input: CommandInput): Promise<void> {
	const period = readPeriod(input);
	const diagram = await requireDiagram(input.required("diagram"));
	const [file = ""] = input.words;
	const { ImageError, MAX_IMAGE_MEGABYTES, reencodeImage } = await import("~/lib/images/image.server");
	const { pictureHash } = await import("~/features/diagrams/pictures/picture.server");
	const { saveOwnPicture } = await import("~/features/diagrams/pictures/own-pictures.server");
	const given = readInputFile(file, MAX_IMAGE_MEGABYTES);
	actAsServer();
	const [image] = await reencodeImage(given, [LONG_SIDE_PX]).catch((error: unknown) => {
		throw error instanceof ImageError ? new CommandError(`${file}: ${error.message}`) : error;
	});
	const { content, width, height } = image;
	const picture = { content, hash: pictureHash(content), width, height };
	const isReplaced = await saveOwnPicture(diagram.id, period, picture);
	const kilobytes = Math.ceil(content.length / 1024);
	const done = isReplaced ? "imagen reemplazada" : "imagen importada";
	console.log(`${diagram.id}, ${periodTitle(period)}: ${done} (${width} × ${height}, ${kilobytes} KB)`);
}

async function listPictures(input: CommandInput): Promise<void> {
	const { listAllOwnPictures } = await import("~/features/diagrams/pictures/own-pictures.server");
	const { uploadPath } = await import("~/lib/images/uploads.server");
	const pictures = await listAllOwnPictures();
	if (input.has("json")) return printJson(pictures);
	if (pictures.length === 0) return console.log("No hay imágenes propias: se muestran las calculadas.");
	for (const { diagramId, period, file, width, height } of pictures) {
		const missing = existsSync(uploadPath(file)) ? "" : "  FALTA EL ARCHIVO: importala de nuevo";
		console.log(`${diagramId.padEnd(18)} ${period.padEnd(8)} ${width} × ${height}  ${file}${missing}`);
	}
}

async function removePicture(input: CommandInput): Promise<void> {
	const period = readPeriod(input);
	const diagram = await requireDiagram(input.required("diagram"));
	const { deleteOwnPicture } = await import("~/features/diagrams/pictures/own-pictures.server");
	const { eraseUploads } = await import("~/lib/images/uploads.server");
	const file = await deleteOwnPicture(diagram.id, period);
	if (!file) {
		throw new CommandError(
			`${diagram.id} no tiene una imagen propia de ${periodTitle(period)}. Las que hay: ${operatorCommand("pictures -- list")}`,
		);
	}
	await eraseUploads([file]);
	console.log(`${diagram.id}, ${periodTitle(period)}: imagen quitada, vuelve la calculada`);
}

function readPeriod(input: CommandInput): Period {
	if (input.has("month") === input.has("half")) {
		throw input.usageError("Indicá --month AAAA-MM o --half AAAA-N, uno de los dos.");
	}
	const kind = input.has("month") ? "month" : "half";
	const given = input.required(kind);
	const period = parsePeriod(given);
	if (!period || isMonth(period) !== (kind === "month")) {
		const like = kind === "month" ? "2027-01 (año y mes de dos cifras)" : "2027-1 o 2027-2";
		throw input.usageError(`--${kind} «${given}» está mal: se escribe ${like}.`);
	}
	const today = plantToday();
	if (isShownYear(yearOf(period), today)) return period;
	throw input.usageError(
		`El año ${yearOf(period)} no se muestra: va de ${FIRST_YEAR} a ${yearOf(today) + YEARS_AHEAD}.`,
	);
}
