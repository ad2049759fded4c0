import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { daysOffAround, hasAbsence, nextDayOff } from "./days-off";
import { AFTER_SHIFT, dayText, nowText } from "./now-text";
import { isAbsence, ownDayOn, workText } from "./own-day";
import { nextRelief } from "./relief";
import { reliefText } from "./relief-text";
import { letterOn, type Rotation, startsAfterNight } from "./rotation";
import { nextStart, type PlantClock, runningShift } from "./shift-clock";

interface TodayCardProps {
	rotation?: Rotation;
	clock: PlantClock;
}

/**
 * First card of the home page: the worker's shift today, now and next. Without a calendar, the card asks for
 * today's shift.
 */
export function TodayCard({ rotation, clock }: TodayCardProps) {
	if (!rotation)
		return (
			<a className="card last-diagram" href="/my-shift/find">
				<strong>¿Qué turno tenés hoy?</strong>
				<Icon name="right" />
				<span>Contestá y te decimos tu franco y tu escuadra, aunque no sepas la letra.</span>
			</a>
		);
	const { diagram, ownDays = [] } = rotation;
	const { today } = clock;
	const now = runningShift(rotation, clock);
	const textOf = (date: CivilDate) =>
		workText(diagram, { letter: letterOn(rotation, date), ownDay: ownDayOn(ownDays, date) });
	const tomorrow = addDays(today, 1);
	const relief = nextRelief(rotation, now?.date ?? nextStart(rotation, clock)?.date ?? today);
	const reliefWords = reliefText({ relief, now, today });
	return (
		<a className="card last-diagram" href="/my-shift">
			<span>Hoy, {formatDayOfMonth(today)}</span>
			<strong className="big">{textOf(today)}</strong>
			<Icon name="right" />
			{now && <span>{nowText(now)}</span>}
			{reliefWords && <span>{reliefWords}</span>}
			<span>
				Mañana, {formatDayOfMonth(tomorrow)}: {textOf(tomorrow)}
			</span>
			<span>{daysOffText(rotation, today, now !== undefined)}</span>
		</a>
	);
}

function daysOffText(rotation: Rotation, today: CivilDate, isAtWork: boolean): string {
	const daysOff = daysOffAround(rotation, today);
	if (daysOff && hasAbsence(rotation, daysOff))
		return `Volvés a trabajar el ${dayText(addDays(daysOff.last, 1), today)}`;
	if (daysOff)
		return `${isAtWork ? "Al salir, franco" : "Estás de franco"} hasta el ${dayText(daysOff.last, today)}`;
	const next = nextDayOff(rotation, today);
	if (!next) return "";
	const isAbsent = isAbsence(ownDayOn(rotation.ownDays ?? [], next));
	const when = dayText(next, today) + (startsAfterNight(rotation, next) ? AFTER_SHIFT : "");
	return `${isAbsent ? "Próximo día sin trabajar" : "Próximo franco"}: ${when}`;
}

/** Link of signed-in users to the form of an extra, which is mostly opened right after a shift. */
export function AddExtra() {
	return (
		<p className="row">
			<a className="btn" href="/auth/work-overtime/add-work-overtime">
				<Icon name="plus" /> Agregar extra
			</a>
		</p>
	);
}
