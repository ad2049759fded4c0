import { LinkItem } from "~/ui/link-item";
import type { Diagram } from "./cycle";
import { CycleStrip } from "./cycle-strip";
import { diagramNames } from "./diagram-ids";
import { diagramPath } from "./periods";

interface DiagramListProps {
	/** Diagrams with data; another one is listed too. */
	diagrams: readonly Pick<Diagram, "id" | "cycle" | "crews">[];
	/** The visitor's diagram, whose link leads to the visitor's crew. */
	own?: { id: string; crew?: string | null };
}

/** Links to all shift diagrams, each with the colours of its cycle. */
export function DiagramList({ diagrams, own }: DiagramListProps) {
	return (["8 horas", "12 horas"] as const).map((group) => (
		<section key={group}>
			<h2>Turnos de {group}</h2>
			<ul className="cards diagrams">
				{diagramNames
					.filter((name) => name.group === group)
					.map(({ id, label }) => (
						<li key={id}>
							<a className="card" href={diagramPath(id, id === own?.id ? own.crew : null)}>
								<strong>{label}</strong>
								<Cycle {...diagrams.find((one) => one.id === id)} />
							</a>
						</li>
					))}
			</ul>
		</section>
	));
}

function Cycle({ cycle, crews }: { cycle?: string; crews?: number }) {
	if (!cycle) return <span className="hint">sin datos</span>;
	return (
		<>
			<CycleStrip cycle={cycle} />
			<span className="hint">{`${crews} escuadras · ciclo de ${cycle.length} días`}</span>
		</>
	);
}

interface LastDiagramProps {
	id: string;
	label: string;
	crew?: string | null;
	/** Whether the diagram is that of the user's profile. */
	isOwn: boolean;
}

/** Link to the diagram, and crew, that the visitor chose or saw last. */
export function LastDiagram({ id, label, crew, isOwn }: LastDiagramProps) {
	return (
		<ul className="links card">
			<LinkItem href={diagramPath(id, crew)}>
				<span>
					{label}
					{crew && ` · Escuadra ${crew}`}
					<small>{isOwn ? "Tu diagrama" : "Tu último diagrama"}</small>
				</span>
			</LinkItem>
		</ul>
	);
}
