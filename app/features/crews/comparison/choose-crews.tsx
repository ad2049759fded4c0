import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import { PlainField } from "~/ui/forms/plain-field";
import type { Pair } from "./common-days";
import { type ComparedCrew, comparisonSearch, isOneDiagram } from "./compared-crews";

interface ChooseCrewsProps {
	sides: Pair<ComparedCrew>;
	year?: number;
}

/** Links to choose two crews, and a form to choose another diagram for the second crew. */
export function ChooseCrews({ sides, year }: ChooseCrewsProps) {
	const [first, second] = sides;
	const isOne = isOneDiagram(sides);
	// A crew is not compared with itself: if the user chooses the second crew as the first crew, the page asks for
	// the second crew again.
	const secondBeside = (crew: CrewLetter) => ({
		...second,
		crew: isOne && crew === second.crew ? undefined : second.crew,
	});
	const others = crewsOf(second.diagram).filter((crew) => !isOne || crew !== first.crew);
	return (
		<>
			<CrewChoice
				label="Primera escuadra"
				name={isOne ? "Entre la" : `Entre ${diagramLabel(first.diagram.id)}`}
				chosen={first.crew}
				links={crewsOf(first.diagram).map((crew) => ({
					crew,
					href: comparisonSearch([{ ...first, crew }, secondBeside(crew)], year),
				}))}
			/>
			<CrewChoice
				label="Segunda escuadra"
				name={isOne ? "y la" : `y ${diagramLabel(second.diagram.id)}`}
				chosen={second.crew}
				links={others.map((crew) => ({ crew, href: comparisonSearch([first, { ...second, crew }], year) }))}
			/>
			<details className="card fold screen-only">
				<summary>Con otro diagrama</summary>
				<form method="get">
					{first.crew && <input type="hidden" name="crew" value={first.crew} />}
					{year && <input type="hidden" name="year" value={year} />}
					<PlainField
						name="with"
						label="Diagrama"
						value={second.diagram.id}
						options={diagramNames.map(({ id, label }) => ({ value: id, label }))}
					/>
					<button className="btn" type="submit">
						Elegir
					</button>
				</form>
			</details>
		</>
	);
}

function CrewChoice({
	label,
	name,
	chosen,
	links,
}: {
	/** Accessible name of the list of links. */
	label: string;
	/**
	 * Text before the links, such as "Entre la" in the first list of crews and "y la" in the second. With the chosen
	 * crews, the two texts form a sentence: "Entre la A y la C".
	 */
	name: string;
	chosen?: CrewLetter;
	links: readonly { crew: CrewLetter; href: string }[];
}) {
	return (
		<nav aria-label={label}>
			<ul className="chips">
				<li className="row">
					<b>{name}</b>
				</li>
				{links.map(({ crew, href }) => (
					<li key={crew}>
						<a href={href} aria-current={crew === chosen ? "true" : undefined}>
							<span className="hidden-text">Escuadra </span>
							{crew}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
