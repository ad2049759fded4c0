import { readdirSync } from "node:fs";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { FIRST_YEAR, periodPath, YEARS_AHEAD } from "~/features/diagrams/periods";
import { measuredYears } from "../../support/public-pages";
import { seededRandom } from "../figures/seeded-random";
import { get } from "../visitors/page-weight";
import { picturesOf } from "./measures/measure-pictures";

export interface KnownDiagram {
	id: string;
	crews: string[];
	pictures: string[];
}

/**
 * Percentage of requests of each kind. `detail`: page of a month or half a year; `download`: picture as PNG; `file`: file
 * in the folder `public`.
 */
const shares = {
	home: 25,
	thisYear: 20,
	anyYear: 15,
	detail: 15,
	picture: 14,
	download: 1,
	file: 10,
} as const;
type Kind = keyof typeof shares;

/**
 * Reads crews and picture URLs of every diagram.
 * @param origin a server that is not measured afterwards, because reading pages fills the page cache of that server
 */
export function readDiagrams(origin: string): Promise<KnownDiagram[]> {
	return Promise.all(
		diagramNames.map(async ({ id }) => {
			const page = `/diagrams/${id}?year=${measuredYears()[0]}`;
			const { body } = await get(origin, page);
			const crews = Array.from(body.toString().matchAll(/[?;]crew=([A-Z])"/g), ([, crew = ""]) => crew);
			return { id, crews: Array.from(new Set(crews)), pictures: await picturesOf(origin, page) };
		}),
	);
}

/** Returns `count` random URL paths, the same in every run. */
export function mixRequests(diagrams: readonly KnownDiagram[], count: number): string[] {
	const random = seededRandom(20_261_121);
	const pick = <T>(list: readonly T[]): T => {
		const item = list[Math.floor(random() * list.length)];
		if (item === undefined) throw new Error("nothing to pick from");
		return item;
	};
	const kinds = Object.entries(shares).flatMap(([kind, share]) => Array<string>(share).fill(kind));
	const files = readdirSync("public", { recursive: true, encoding: "utf8" })
		.filter((name) => /\.(svg|png|webmanifest)$/.test(name) && !name.startsWith("build"))
		.map((name) => `/${name.replaceAll("\\", "/")}`);
	const [thisYear] = measuredYears();
	const years = Array.from({ length: thisYear + YEARS_AHEAD - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i);
	const crewOf = ({ crews }: KnownDiagram) => pick(["", ...crews.map((crew) => `crew=${crew}`)]);

	const addressOf: Record<Kind, (diagram: KnownDiagram) => string> = {
		home: () => "/home",
		thisYear: (diagram) => `/diagrams/${diagram.id}?${crewOf(diagram)}`.replace(/\?$/, ""),
		anyYear: (diagram) => `/diagrams/${diagram.id}?year=${pick(years)}&${crewOf(diagram)}`.replace(/&$/, ""),
		detail: ({ id }) => {
			const month = Math.ceil(random() * 14);
			if (month > 12) return periodPath(id, `${thisYear}-${month - 12}`);
			return periodPath(id, `${thisYear}-${String(month).padStart(2, "0")}`);
		},
		picture: ({ pictures }) => pick(pictures),
		download: ({ pictures }) => pick(pictures).replace(/svg$/, "png"),
		file: () => pick(files),
	};
	return Array.from({ length: count }, () => {
		const kind = pick(kinds);
		return isKind(kind) ? addressOf[kind](pick(diagrams)) : "/home";
	});
}

function isKind(text: string): text is Kind {
	return text in shares;
}
