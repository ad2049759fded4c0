import { CrewItems, type CrewItemsProps } from "~/features/diagrams/crew-chips";
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
				crews={crewsOf(first.diagram)}
				chosen={first.crew}
				hrefOf={(crew) => comparisonSearch([{ ...first, crew }, secondBeside(crew)], year)}
			/>
			<CrewChoice
				label="Segunda escuadra"
				name={isOne ? "y la" : `y ${diagramLabel(second.diagram.id)}`}
				crews={others}
				chosen={second.crew}
				hrefOf={(crew) => comparisonSearch([first, { ...second, crew }], year)}
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

interface CrewChoiceProps extends CrewItemsProps {
	/** Accessible name of the list of links. */
	label: string;
	/** Text before the links. With the chosen crews, those of both lists form a sentence: "Entre la A y la C". */
	name: string;
}

function CrewChoice({ label, name, ...items }: CrewChoiceProps) {
	return (
		<nav aria-label={label}>
			<ul className="chips">
				<li className="row">
					<b>{name}</b>
				</li>
				<CrewItems {...items} />
			</ul>
		</nav>
	);
}
