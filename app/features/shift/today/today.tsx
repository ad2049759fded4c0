import type { ReactNode } from "react";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { myDayPath } from "~/features/diagrams/periods";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, shortWeekday } from "~/lib/time/civil-date";
import type { ShiftAnswers, WeekDay } from "../answers";
import { ownDayFacts } from "../own-day";
import { TodayFacts } from "./today-facts";
import { tileOf } from "./today-tile";

interface TodayProps {
	diagram: Diagram;
	answers: ShiftAnswers;
	/** The crew with these shifts; undefined if no crew has them, or if the factory may use another letter for it. */
	crew?: CrewLetter;
}

/** "Hoy": the worker's shift as a sign in its colour, the week, and what comes next. */
export function Today({
	children,
	...props
}: TodayProps & { /** Rows below the facts. */ children?: ReactNode }) {
	return (
		<section className="card flush today" aria-label="Hoy">
			<TodayTile {...props} />
			<WeekStrip days={props.answers.week} pathOf={myDayPath} />
			<TodayFacts {...props} />
			{children}
		</section>
	);
}

/** The tile of "Hoy", also of a crew that is not the reader's (`isOwn` false). */
export function TodayTile({ diagram, answers, crew, isOwn = true }: TodayProps & { isOwn?: boolean }) {
	const { colour, mark, name, hours, when, done, left, next } = tileOf(diagram, answers, isOwn);
	const { ownDay } = answers.now ?? answers.today;
	const own = answers.now ? answers.now.crew : crew;
	const who = ownDay?.crew ? `Cambio con la ${ownDay.crew}` : own && `Escuadra ${own}`;
	return (
		<div className={`tile ${colour}`}>
			<p className="ends">
				{when} {who && <span>{who}</span>}
			</p>
			<div className="what">
				<i aria-hidden="true">{mark}</i>
				<div>
					<p className="name">{name}</p>
					{hours && <p className="hours">{hours}</p>}
				</div>
			</div>
			{done !== undefined && (
				<svg
					className="line"
					width="100"
					height="8"
					viewBox="0 0 100 8"
					preserveAspectRatio="none"
					aria-hidden="true"
				>
					<path d="M0 0h100v8H0z" />
					<path d={`M0 0h${done}v8H0z`} />
				</svg>
			)}
			<p className="ends">
				{left} {next && <span>{next}</span>}
			</p>
			{ownDay?.note && <p className="lines">{ownDay.note}</p>}
		</div>
	);
}

/** A row of days from today on, usually seven, each with its weekday, day of the month and shift letter. */
export function WeekStrip({
	days,
	pathOf,
}: {
	days: readonly WeekDay[];
	/** Returns the URL to which a day links. If undefined, the days are not links. */
	pathOf?: (date: CivilDate) => string;
}) {
	return (
		<ol className="week" aria-label={`Los próximos ${days.length === 7 ? "siete" : days.length} días`}>
			{days.map(({ date, letter, holiday, ownDay }, ahead) => {
				const own = ownDay && ownDayFacts[ownDay.kind];
				const text = own?.tag ? own.name : shiftText(letter);
				const content = (
					<>
						<span>{shortWeekday(date)}</span>
						<b>{datePartsOf(date).day}</b>
						<i className={`letter ${own ? "own" : letter}`} title={text}>
							<span aria-hidden="true">{own?.tag ?? letter}</span>
							<span className="hidden-text">{text}</span>
						</i>
						{holiday === "feriado" && <span className="hidden-text">feriado</span>}
						{own && !own.tag && <span className="hidden-text">{own.name}</span>}
					</>
				);
				return (
					<li
						key={date}
						aria-current={ahead === 0 ? "date" : undefined}
						className={holiday === "feriado" ? "holiday" : undefined}
					>
						{pathOf ? <a href={pathOf(date)}>{content}</a> : content}
					</li>
				);
			})}
		</ol>
	);
}
