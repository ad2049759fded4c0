/** Explains in words what an overtime entry is paid. */
import { type Holiday, holidayOf } from "~/features/holidays/holiday-rule";
import { listed } from "~/lib/listed";
import { type CivilDate, weekdayName } from "~/lib/time/civil-date";
import { inHours, shortClock, withArticle } from "~/lib/time/minutes";
import { type Doubt, doubtLines } from "./doubts";
import { ruleOn } from "./overtime-rules";
import { type PaidExtra, partsOf, payOf } from "./paid-parts";
import type { PaidPart, PayTerms } from "./parts-of-day";
import { type Premiums, premiumName, premiumTexts, UNCLASSIFIED } from "./premiums";
import { type Agreement, rowOn } from "./rates";

/** What a row stores of an entry's pay. The reason is that the worker typed the hours, else that of `ruleReason`. */
export function storedPay(extra: PaidExtra, terms: PayTerms) {
	const { premiums, minutesNight, doubts } = payOf(extra, terms);
	const own = `${premiumTexts(premiums).join(", ")}: lo pusiste vos`;
	return { premiums, minutesNight, doubts, reason: extra.hasOwnSplit ? own : ruleReason(extra, terms) };
}

/**
 * Explains an entry's pay by the worker's terms, and what is uncertain: "5 h al 50 % y 3 h al 100 % porque es sábado
 * después de las 13".
 */
export function ruleReason(extra: PaidExtra, terms: PayTerms): string {
	const { parts, premiums } = partsOf({ ...extra, hasOwnSplit: false }, terms);
	const days = [...new Set(parts.map(({ date }) => date))];
	const dayOffNotes = notesAboutDaysOff(parts).join(". ");
	const end = dayOffNotes && `. ${dayOffNotes}`;
	const amounts = amountsOf(premiums, parts).join(" y ");
	if (premiums[UNCLASSIFIED]) {
		const rates = days.map((date) => premiumsInWords(date, partsOn(parts, date), terms));
		return `${amounts} porque depende de la hora: ${rates.join("; ")}${end}`;
	}
	const special = parts.filter(({ cause }) => cause !== "weekday" && cause !== "day-off");
	// Beside common work with the same premium, a special day is no reason for it.
	const because = new Set(
		special
			.filter(({ premium, rates }) => special.length === parts.length || premium > rates.weekday)
			.map((part) => why(part, part.date === extra.date, terms)),
	);
	const notes = days.flatMap((date) => dayNotes(date, date === extra.date, terms, partsOn(parts, date)));
	if (special.length === 0 && notes.length === 0 && !end) notes.push("día común");
	if (parts.some(({ isByAgreement, cause }) => isByAgreement && cause !== "day-off"))
		notes.push("por tu convenio");
	const told = because.size > 0 ? `${amounts} porque ${[...because].join(" y ")}` : amounts;
	return [told, ...notes].join(", ") + end;
}

function partsOn(parts: readonly PaidPart[], date: CivilDate): PaidPart[] {
	return parts.filter((part) => part.date === date);
}

/**
 * The hours with each premium. A premium is unsure for work on a day off while the worker's agreement is unknown, and for
 * the own shift of a union holiday.
 */
function amountsOf(premiums: Premiums, parts: readonly PaidPart[]): string[] {
	const unsure = parts.filter(
		({ dayOff, rates, premium, isOwnOnUnionDay }) =>
			isOwnOnUnionDay || (dayOff && rates.dayOff === null && premium < 100),
	);
	return Object.entries(premiums).map(([key, minutes]) => {
		const isUnsure = unsure.some(({ premium }) => String(premium) === key);
		return `${inHours(minutes)} ${premiumName(key)}${isUnsure ? " (no es seguro)" : ""}`;
	});
}

/** Says why a part has its premium, in words that follow "porque" (because). */
function why(
	{ date, cause, premium, rates }: PaidPart,
	isFirstDay: boolean,
	{ holidaysOn, rules }: PayTerms,
): string {
	const holiday = holidayOf(holidaysOn(date), "feriado");
	if (holiday && (cause === "holiday" || cause === "own-shift")) {
		const isOther = premium !== rates.holiday;
		const day = isFirstDay ? "" : `el ${weekdayName(date)} `;
		return `${day}es feriado (${nameOf(holiday)})${isOther ? " en tu turno" : ""}`;
	}
	if (cause === "sunday") return isFirstDay ? "es domingo" : "después es domingo";
	const hour = withArticle(shortClock(ruleOn(date, rules).saturday100Minute));
	return isFirstDay ? `es sábado después de ${hour}` : `el sábado pasa de ${hour}`;
}

/** Names a day's premiums in order of time: "el sábado va al 50 % hasta las 13 y después al 100 %". */
function premiumsInWords(date: CivilDate, parts: readonly PaidPart[], { holidaysOn }: PayTerms): string {
	const steps = parts.filter(({ premium }, index) => premium !== parts[index + 1]?.premium);
	const texts = steps.map(({ premium, to }, index) => {
		const isLast = index === steps.length - 1;
		const then = isLast && index > 0 ? "después " : "";
		return `${then}${premiumName(String(premium))}${isLast ? "" : ` hasta ${withArticle(shortClock(to))}`}`;
	});
	const holiday = holidayOf(holidaysOn(date), "feriado");
	return `el ${weekdayName(date)} va ${listed(texts)}${holiday ? ` (${nameOf(holiday)})` : ""}`;
}

/** Returns a note about a union holiday or a non-working day, which have no premium of their own by law. */
function dayNotes(
	date: CivilDate,
	isFirstDay: boolean,
	{ holidaysOn, agreements }: PayTerms,
	parts: readonly PaidPart[],
): string[] {
	const holidays = holidaysOn(date);
	const day = isFirstDay ? "" : `el ${weekdayName(date)} es `;
	const unionDay = holidayOf(holidays, "gremial");
	if (unionDay)
		return [`${day}día gremial (${nameOf(unionDay)}): ${unionPay(unionDay, rowOn(agreements, date))}`];
	const isWorkday = holidayOf(holidays, "no_laborable") && parts.every(({ cause }) => cause !== "sunday");
	return isWorkday ? [`${day}no laborable: se paga como día común`] : [];
}

/**
 * Note about the union holiday. By CCT 260/75, art. 41, the worker gets the worked hours and one additional day's
 * wage. Other agreements may differ.
 */
function unionPay({ source }: Holiday, agreement: Agreement | undefined): string {
	if (agreement?.hasUnionDay)
		return agreement.name === "cct-260-75"
			? "tu convenio, el CCT 260/75, en su art. 41 paga lo trabajado y un jornal más"
			: "tu convenio paga lo trabajado y un jornal más";
	if (agreement) return "según lo que pusiste, tu convenio lo paga como día común";
	return source.startsWith("CCT 260/75")
		? "si tu convenio es el CCT 260/75, su art. 41 paga lo trabajado y un jornal más"
		: `fijate si tu convenio lo paga distinto (${source})`;
}

const dayOffTexts = {
	50: `tu convenio lo paga ${premiumName("50")}`,
	100: `tu convenio lo paga ${premiumName("100")}`,
	franco: "tu convenio da franco compensatorio",
} as const;

/** Stands in the reason of work on a day off by a diagram that its plant has not confirmed. */
const UNSURE_DAY_OFF = " (diagrama sin confirmar por tu planta)";

/** What of a reason says a doubt; "" where each reason, or the times beside it, say it. */
const saidBy: Readonly<Partial<Record<Doubt, string>>> = {
	unclassified: "",
	"own-split": "",
	"day-off-unknown": "",
	"proposed-start": "",
	"unconfirmed-diagram": UNSURE_DAY_OFF,
	"unconfirmed-holiday": "a confirmar",
	"own-shift-on-union-day": "no es seguro",
	"no-agreement-on-union-day": "día gremial",
	"union-day": "día gremial",
};

/** One sentence for each doubt of an entry that neither its times nor its reason say. */
export function unsaidDoubts({ doubts, reason }: { doubts: readonly Doubt[]; reason: string }): string[] {
	// That a union day is to be confirmed says nothing of a holiday.
	const said = reason.replace(/día gremial \(.*?, a confirmar\)/g, "día gremial");
	return doubtLines(
		doubts.filter((doubt) => {
			const words = saidBy[doubt];
			return words === undefined || !said.includes(words);
		}),
	);
}

/**
 * Returns notes such as "En tu franco: tu convenio lo paga al 100 %". Names the day where only a part of the work is on a
 * day off.
 */
function notesAboutDaysOff(parts: readonly PaidPart[]): string[] {
	const isWhole = parts.every(({ dayOff }) => dayOff);
	const notes = parts.flatMap(({ date, dayOff, rates }) => {
		if (!dayOff) return [];
		const doubt = dayOff.isConfirmed ? "" : UNSURE_DAY_OFF;
		const pay = rates.dayOff
			? dayOffTexts[rates.dayOff]
			: "los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
		return [`En tu franco${isWhole ? "" : ` del ${weekdayName(date)}`}${doubt}: ${pay}`];
	});
	return [...new Set(notes)];
}

function nameOf({ name, confirmed }: Holiday): string {
	return confirmed ? name : `${name}, a confirmar`;
}
