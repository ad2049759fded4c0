import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewOn,
	crewsOff,
	type Diagram,
	nextDay,
	reliefOf,
	type ShiftLetter,
	shiftOn,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { AnchorNote, CrewQuestion } from "./diagram-notes";
import { shortHours, withoutZeroMinutes } from "./shift-hours";
import { shiftWithHours } from "./shift-text";

export function TodayPanel({
	diagram,
	crew,
	today,
	isOwn,
	isUnsure,
}: {
	diagram: Diagram;
	crew?: CrewLetter;
	today: CivilDate;
	/** Whether the crew is the visitor's own. */
	isOwn: boolean;
	/** Whether the crew may have other shifts at the factory, and the visitor has not said whether these are right. */
	isUnsure: boolean;
}) {
	if (!crew) return <AllCrewsToday diagram={diagram} today={today} />;
	const shift = shiftOn(diagram, crew, today);
	return (
		<section className={`today-panel fill-${shift}`} aria-label="Hoy">
			<p>
				Hoy, {formatDayOfMonth(today)} · {isOwn ? "Tu escuadra, la" : "Escuadra"} {crew}
			</p>
			<p className="big">{shiftWithHours(diagram, shift)}</p>
			<LastNight diagram={diagram} crew={crew} today={today} />
			{shift !== "F" && <Relief diagram={diagram} shift={shift} today={today} />}
			<p>{nextShiftText(diagram, crew, today)}</p>
			<p>{nextDayOffText(diagram, crew, today)}</p>
			{isUnsure && <AnchorNote />}
			{(isUnsure || !isOwn) && (
				<CrewQuestion
					diagram={diagram}
					crew={crew}
					yes={isOwn ? "Coincide" : "Es mi escuadra"}
					isUnsure={isUnsure}
				/>
			)}
		</section>
	);
}

function AllCrewsToday({ diagram, today }: { diagram: Diagram; today: CivilDate }) {
	const off = crewsOff(diagram, today);
	return (
		<section className="today-panel" aria-label="Hoy">
			<p>Hoy, {formatDayOfMonth(today)}</p>
			<ul>
				{workLettersOf(diagram).map((shift) => (
					<li key={shift}>
						<b className={`tag ${shift}`}>{shift}</b> {shortHours(diagram.hours[shift])}{" "}
						<strong>{crewOn(diagram, shift, today) ?? "nadie"}</strong>
					</li>
				))}
				{off.length > 0 && (
					<li>
						<b className="tag F">F</b> franco <strong>{off.join(", ")}</strong>
					</li>
				)}
			</ul>
		</section>
	);
}

/** Says until when yesterday's night shift lasts. The text must be true all day, because the page is cached. */
function LastNight({ diagram, crew, today }: { diagram: Diagram; crew: CrewLetter; today: CivilDate }) {
	const yesterday = addDays(today, -1);
	const shift = shiftOn(diagram, crew, yesterday);
	const hours = shift === "F" ? undefined : diagram.hours[shift];
	if (!hours || hours[1] > hours[0]) return null;
	return (
		<p>
			La noche del {formatDayOfMonth(yesterday)} termina hoy a las {withoutZeroMinutes(hours[1])}.
		</p>
	);
}

function Relief({ diagram, shift, today }: { diagram: Diagram; shift: WorkLetter; today: CivilDate }) {
	const { relieves, relievedBy } = reliefOf(diagram, shift, today);
	const parts = [relieves && `Relevás a la ${relieves}`, relievedBy && `te releva la ${relievedBy}`].filter(
		Boolean,
	);
	if (parts.length === 0) return null;
	return <p>{capitalised(parts.join(", "))}.</p>;
}

function nextShiftText(diagram: Diagram, crew: CrewLetter, today: CivilDate): string {
	const next = nextDay(diagram, crew, today, isWork);
	if (!next) return "";
	const shift = shiftOn(diagram, crew, next);
	return `Lo próximo: ${dayText(next, today)}, ${shiftWithHours(diagram, shift).toLowerCase()}.`;
}

function nextDayOffText(diagram: Diagram, crew: CrewLetter, today: CivilDate): string {
	const next = nextDay(diagram, crew, today, (letter) => letter === "F");
	return next ? `Próximo franco: ${dayText(next, today)}.` : "";
}

function dayText(date: CivilDate, today: CivilDate): string {
	return date === addDays(today, 1) ? `mañana, ${formatDayOfMonth(date)}` : formatDayOfMonth(date);
}

function isWork(letter: ShiftLetter): letter is WorkLetter {
	return letter !== "F";
}
