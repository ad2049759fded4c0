/** The report as lines of Spanish text. */
import { count, describeBytes, describeDuration, describeTime, number } from "../output";
import type { DataReport } from "./data-report";
import type { Size } from "./sizes";

type Line = [name: string, text: string];

/** The report's lines, with a blank line between sections. */
export function describeReport(report: DataReport): string[] {
	const parts = [people(report), storage(report), backups(report), mail(report)];
	const lines = parts.map((part) => part.map(([name, text]) => `${name.padEnd(18)} ${text}`));
	return [...lines.flatMap((part) => [...part, ""]), ...routes(report)];
}

function people({ version, lastWeek, largestPerson, ...found }: DataReport): Line[] {
	const recent = (amount: number) => (amount > 0 ? `; ${number(amount)} en los últimos 7 días` : "");
	const lines: Line[] = [
		["Versión", version],
		[
			"Personas",
			`${number(found.people)}, ${number(found.verified)} con el correo verificado${recent(lastWeek.people)}`,
		],
		[
			"Documentos",
			`${number(found.documents)}, con ${count(found.images, "foto", "fotos")}${recent(lastWeek.documents)}`,
		],
		["Extras", `${number(found.extras)}${recent(lastWeek.extras)}`],
		["Días propios", number(found.ownDays)],
	];
	if (!largestPerson) return lines;
	const { bytes, mostBytes, images } = largestPerson;
	const part = Math.round((100 * bytes) / mostBytes);
	const text = `${describeBytes(bytes)} de ${describeBytes(mostBytes)} (${part} %), ${count(images, "foto", "fotos")}`;
	return [...lines, ["Quien más guarda", text]];
}

function storage({ database, uploads, backups, disk, growth, ...found }: DataReport): Line[] {
	const kinds: Line[] = [
		["  de documentos", sizeText(uploads.documents)],
		["  de perfiles", sizeText(uploads.profiles)],
		["  de diagramas", sizeText(uploads.pictures)],
		["  que nadie nombra", sizeText(uploads.unnamed)],
	];
	return [
		[
			"Base de datos",
			`${describeBytes(database.bytes)} (y ${describeBytes(database.walBytes)} en -wal)  ${database.path}`,
		],
		["Imágenes", `${sizeText(uploads)}  ${uploads.path}`],
		...kinds,
		["Copias", backups ? `${sizeText(backups)}  ${backups.path}` : "la carpeta no responde"],
		["Antes de cambiar", `${sizeText(found.safetyCopies)} (se borran solas a los 14 días)`],
		[
			"Apartado",
			`${sizeText(found.replaced)} (lo que había antes de restaurar o al perderse la base; se borra solo a los 14 días)`,
		],
		["Correos en archivo", `${sizeText(found.outbox)}  ${found.outbox.path}`],
		["Disco", `${describeBytes(disk.freeBytes)} libres, ${Math.round(disk.used * 100)} % ocupado`],
		["Crece por día", growth ? growthText(growth) : UNKNOWN],
		["Disco lleno", growth ? `${found.fullOn ?? "no se llena en 10 años"}, ${IF_ALONE}` : UNKNOWN],
	];
}

const IF_ALONE = "si sigue así y nadie más escribe en este disco";
const UNKNOWN = "todavía no se sabe (hace falta una copia de hace 3 días o más)";

function growthText({ since, databaseBytesPerDay, imageBytesPerDay }: NonNullable<DataReport["growth"]>) {
	const signed = (bytes: number) => (bytes < 0 ? `-${describeBytes(-bytes)}` : describeBytes(bytes));
	return `la base ${signed(databaseBytesPerDay)}, las imágenes ${signed(imageBytesPerDay)}; desde ${describeTime(since)}`;
}

function backups({ at, backups }: DataReport): Line[] {
	if (!backups) return [];
	const since = (time: number | null) =>
		time === null ? "ninguna todavía" : `${describeTime(time)}, hace ${describeDuration(at - time)}`;
	const until =
		backups.keptUntil === null ? "" : `, se guarda hasta ${describeTime(backups.keptUntil).slice(0, 10)}`;
	const future = backups.future.map(
		(name): Line => ["Con fecha futura", `${name}: no cuenta, revisá el reloj`],
	);
	return [
		["Última copia", since(backups.lastAt) + until],
		...(backups.oldestAt === null
			? []
			: [
					[
						"Copias guardadas",
						`${number(backups.count)}, desde ${describeTime(backups.oldestAt)}`,
					] satisfies Line,
				]),
		["En otra máquina", since(backups.copiedAt)],
		...future,
	];
}

function mail({ at, mail, run }: DataReport): Line[] {
	const { waiting, failed, oldestAt, sent, dropped } = mail;
	const age = oldestAt === null ? "" : `; el más viejo, hace ${describeDuration(at - oldestAt)}`;
	const waitingText = `${number(waiting)}, ${number(failed)} que ya fallaron${age}`;
	const sentText =
		run && sent !== null && dropped !== null
			? `${number(sent)}, y ${number(dropped)} que no se pudieron mandar, ${runText(run)}`
			: "todavía no se sabe (lo cuenta el servidor)";
	return [
		["Correos en espera", waitingText],
		["Correos enviados", sentText],
	];
}

function routes({ run }: DataReport): string[] {
	if (!run) return ["Rutas más lentas: todavía no se sabe (las mide el servidor)."];
	return [
		`Rutas más lentas, ${runText(run)} (hasta entregar la respuesta; con fotos, lo que tarda en llegar):`,
		...run.slowest.map(({ route, requests, meanMs, longestMs, slow }) => {
			const times = `${number(meanMs)} ms de media, ${number(longestMs)} la más lenta`;
			const slowText = slow > 0 ? `, ${number(slow)} de más de 1 s` : "";
			return `  ${times.padEnd(36)} ${count(requests, "pedido", "pedidos")}${slowText}  ${route}`;
		}),
	];
}

/** Time span of the figures: "de 2026-11-20 08:00 a 2026-11-22 09:55". */
function runText({ since, until }: NonNullable<DataReport["run"]>): string {
	return `de ${describeTime(since)} a ${describeTime(until)}`;
}

function sizeText({ files, bytes }: Size): string {
	return `${describeBytes(bytes)} en ${count(files, "archivo", "archivos")}`;
}
