import { Resvg } from "@resvg/resvg-js";
import type { Corners, Pixels, Place } from "~/browser/paper/pixels";
import { Random } from "../../support/random";

/** A printed sheet on a dark table, photographed by hand. */
export interface PaperPhoto {
	name: string;
	/** What is printed on it. */
	words: string[];
	photo: Pixels;
	/** Where its corners are in the photo. */
	corners: Corners;
}

interface Sheet {
	name: string;
	/** Height of a line's letters, in pixels of the sheet. */
	letters: number;
	lines: readonly string[];
}

const sheets: readonly Sheet[] = [
	{
		name: "carnet",
		letters: 44,
		lines: [
			"CARNET DE AUTOELEVADOR",
			"Apellido y nombre: Fernández Ramona",
			"Documento: 30.418.226",
			"Categoría: hasta 5 toneladas",
			"Grupo sanguíneo: cero positivo",
			"Emitido por Seguridad Industrial",
			"Vence el 20 de noviembre de 2027",
		],
	},
	{
		name: "apto médico",
		letters: 32,
		lines: [
			"CERTIFICADO DE APTITUD LABORAL",
			"Se certifica que la persona mencionada fue examinada",
			"y se encuentra apta para realizar tareas en altura,",
			"espacios confinados y trabajos en caliente.",
			"Presión arterial normal. Audiometría sin cambios.",
			"Agudeza visual corregida con anteojos.",
			"Restricciones: ninguna. Próximo control en doce meses.",
			"Servicio de Medicina del Trabajo, planta Ramallo.",
		],
	},
	{
		name: "recibo",
		letters: 30,
		lines: [
			"RECIBO DE HABERES segunda quincena de octubre",
			"Horas normales 88 812.400,00",
			"Horas extras al cincuenta 12 166.200,00",
			"Horas extras al ciento 8 147.700,00",
			"Presentismo 81.240,00",
			"Jubilación 132.822,00",
			"Obra social 36.226,00",
			"Cuota sindical 24.151,00",
			"Neto a cobrar 1.014.341,00",
		],
	},
	{
		name: "constancia",
		letters: 26,
		lines: [
			"CONSTANCIA DE CAPACITACIÓN",
			"Por la presente se deja constancia de que el trabajador completó el curso",
			"de bloqueo y etiquetado de energías peligrosas, con una duración de ocho",
			"horas y evaluación final aprobada. El curso incluyó la identificación de",
			"fuentes de energía, el procedimiento de bloqueo efectivo, la verificación",
			"de energía cero y el retiro ordenado de candados al terminar la tarea.",
			"La presente tiene validez de dos años desde la fecha de emisión y debe",
			"exhibirse a pedido del supervisor o del personal de portería.",
		],
	},
	{
		name: "permiso",
		letters: 22,
		lines: [
			"PERMISO DE TRABAJO EN ESPACIO CONFINADO",
			"Lugar: foso de laminación, acceso norte. Turno noche, de veintidós a seis.",
			"Medición de gases antes del ingreso: oxígeno normal, sin gases inflamables ni tóxicos.",
			"Vigía designado en la boca durante toda la tarea, con radio y medio de rescate.",
			"Elementos de protección: arnés, línea de vida, máscara, detector personal, casco y guantes.",
			"Prohibido ingresar sin la firma del responsable. Ante cualquier alarma evacuar de inmediato.",
			"El permiso vence al finalizar el turno y debe renovarse si cambian las condiciones del lugar.",
		],
	},
];

const [WIDTH, HEIGHT] = [1200, 1600];
const [SHEET_WIDTH, SHEET_HEIGHT] = [1240, 1754];
/** Distance of the camera in pixels of the sheet, and its focal length in pixels of the photo. */
const [DISTANCE, FOCUS] = [2600, 1850];
const DEGREE = Math.PI / 180;

/** Five sheets that lie askew under light that falls off to one side and under the shadow of a hand, a little blurred. */
export function takePaperPhotos(seed: number): PaperPhoto[] {
	const random = new Random(seed);
	return sheets.map((sheet) => ({
		name: sheet.name,
		words: sheet.lines.flatMap((line) => line.split(" ")),
		...photograph(printed(sheet), random),
	}));
}

function printed({ letters, lines }: Sheet): Pixels {
	const texts = lines.map(
		(line, index) => `<text x="110" y="${220 + index * letters * 2.6}" font-size="${letters}">${line}</text>`,
	);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET_WIDTH}" height="${SHEET_HEIGHT}" font-family="DejaVu Sans">
		<rect width="100%" height="100%" fill="#fff"/>${texts.join("")}</svg>`;
	const { pixels, width, height } = new Resvg(svg).render();
	return { data: new Uint8ClampedArray(pixels), width, height };
}

function photograph(sheet: Pixels, random: Random): Pick<PaperPhoto, "photo" | "corners"> {
	const angle = (most: number) => (random.below(most * 20 + 1) / 10 - most) * DEGREE;
	const rotation = rotationBy(angle(14), angle(14), angle(10));
	const shadow = { x: WIDTH * 0.8, y: HEIGHT * 0.7, radius: 420 };
	const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
	for (let y = 0; y < HEIGHT; y++)
		for (let x = 0; x < WIDTH; x++) {
			const onSheet = toSheet({ x, y }, rotation);
			const dark = Math.exp(-((Math.hypot(x - shadow.x, y - shadow.y) / shadow.radius) ** 2));
			const light = (1 - (0.35 * x) / WIDTH) * (1 - 0.3 * dark);
			const grey = (greyAround(sheet, onSheet) ?? 46 + ((x * 3 + y * 7) % 31)) * 0.92 * light;
			data.fill(grey + random.below(25) - 12, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
		}
	const corner = (x: number, y: number) => toPhoto({ x, y }, rotation);
	return {
		photo: { data, width: WIDTH, height: HEIGHT },
		corners: [
			corner(0, 0),
			corner(SHEET_WIDTH, 0),
			corner(SHEET_WIDTH, SHEET_HEIGHT),
			corner(0, SHEET_HEIGHT),
		],
	};
}

type Vector = readonly [number, number, number];
type Rotation = readonly [Vector, Vector, Vector];

function rotationBy(pitch: number, yaw: number, roll: number): Rotation {
	const [a, b, c] = [Math.cos(roll), Math.cos(yaw), Math.cos(pitch)];
	const [d, e, f] = [Math.sin(roll), Math.sin(yaw), Math.sin(pitch)];
	return [
		[a * b, a * e * f - d * c, a * e * c + d * f],
		[d * b, d * e * f + a * c, d * e * c - a * f],
		[-e, b * f, b * c],
	];
}

const dot = ([a, b, c]: Vector, [x, y, z]: Vector) => a * x + b * y + c * z;

/** What the camera would look at, away from the middle of the sheet, if it were turned but not moved. */
function aside([first, second, third]: Rotation): Place {
	return { x: (DISTANCE * first[2]) / third[2], y: (DISTANCE * second[2]) / third[2] };
}

/** Where the ray through a pixel of the photo meets the sheet's plane. */
function toSheet({ x, y }: Place, rotation: Rotation): Place {
	const [first, second, third] = rotation;
	const ray: Vector = [(x - WIDTH / 2) / FOCUS, (y - HEIGHT / 2) / FOCUS, 1];
	const reach = DISTANCE / dot(third, ray);
	const moved = aside(rotation);
	return {
		x: SHEET_WIDTH / 2 + reach * dot(first, ray) - moved.x,
		y: SHEET_HEIGHT / 2 + reach * dot(second, ray) - moved.y,
	};
}

/** Where a place of the sheet is in the photo, as parts of its width and height. */
function toPhoto({ x, y }: Place, rotation: Rotation): Place {
	const moved = aside(rotation);
	const [across, down] = [x - SHEET_WIDTH / 2 + moved.x, y - SHEET_HEIGHT / 2 + moved.y];
	const [first, second, third] = rotation;
	const seen = (index: 0 | 1 | 2) => first[index] * across + second[index] * down + third[index] * DISTANCE;
	return { x: 0.5 + (FOCUS * seen(0)) / seen(2) / WIDTH, y: 0.5 + (FOCUS * seen(1)) / seen(2) / HEIGHT };
}

/** Mean of the four pixels around a place, as a lens blurs them; undefined beside the sheet. */
function greyAround({ data, width, height }: Pixels, { x, y }: Place): number | undefined {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return undefined;
	const grey = (column: number, row: number) => data[(row * width + column) * 4] ?? 0;
	return (grey(left, top) + grey(left + 1, top) + grey(left, top + 1) + grey(left + 1, top + 1)) / 4;
}
